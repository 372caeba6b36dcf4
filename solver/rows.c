/* rows.c - check deals against a pack, find the rows (kr_row) that apply to each deal, and list the cards of masks. */
#include "batch.h"

#include "bits.h"

size_t kr_misfits(const kr_deals *deals, const kr_pack *pack, uint8_t *status)
{
    size_t misfits = 0;
    for (size_t d = 0; d < deals->count; d++) {
        uint32_t seen = deals->talon ? deals->talon[d] : 0, twice = 0;
        int size = __builtin_popcount(deals->hands[0][d]), talon = __builtin_popcount(seen), wrong;
        wrong = pack->endings ? size < 1 || size > pack->size : size != pack->size;
        wrong |= talon != pack->talon && (talon || !pack->endings);
        for (int s = 0; s < KR_SEATS; s++) {
            uint32_t hand = deals->hands[s][d];
            twice |= seen & hand;
            seen |= hand;
            wrong |= __builtin_popcount(hand) != (s < pack->seats ? size : 0);
        }
        wrong |= (seen & ~pack->cards) != 0;
        status[d] = (uint8_t)(twice ? KR_CARD_TWICE : wrong ? KR_BAD_PACK : KR_OK);
        misfits += status[d] != KR_OK;
    }
    return misfits;
}

void kr_apply_rows(const kr_deals *deals, size_t rows, const kr_row *row, uint8_t *flags)
{
    for (size_t d = 0; d < deals->count; d++) {
        for (size_t r = 0; r < rows; r++) {
            const kr_row *x = &row[r];
            uint32_t held = deals->hands[x->bidder & 3][d];
            int reached = !x->callable || (deals->hands[x->holder & 3][d] & x->callable);
            int biddable = kr_holds_one(x->required, held);
            flags[d * rows + r] = (uint8_t)((reached ? KR_REACHED : 0) | (biddable ? KR_BIDDABLE : 0));
        }
    }
}

size_t kr_reached(const kr_deals *deals, size_t rows, const kr_row *row, const uint8_t *flags, int32_t *deal,
                  int32_t *which, uint32_t *calls)
{
    size_t n = 0;
    for (size_t d = 0; d < deals->count; d++) {
        for (size_t r = 0; r < rows; r++) {
            if (!(flags[d * rows + r] & KR_REACHED)) continue;
            deal[n] = (int32_t)d;
            which[n] = (int32_t)r;
            calls[n++] = deals->hands[row[r].holder & 3][d] & row[r].callable;
        }
    }
    return n;
}

void kr_list_cards(size_t count, const uint32_t *masks, int32_t *ends, int8_t *cards)
{
    int32_t end = 0;
    for (size_t i = 0; i < count; i++) {
        for (uint32_t c = masks[i]; c; c &= c - 1) cards[end++] = (int8_t)__builtin_ctz(c);
        ends[i] = end;
    }
}
