/* scan_tags.c - convert the values of tags to numbers: seats, cards, the deal and amounts. */
#include "scan_block.h"

#include <string.h>

/* Return KR_ABSENT if a tag is missing, KR_EMPTY if its value is empty, and KR_UNSAID if its value is "?". Return 0 if
 * the tag has any other value. */
static int state_of(const kr_block *block, int tag)
{
    if (!kr_has_tag(block, tag)) return KR_ABSENT;
    if (!block->value[tag].size) return KR_EMPTY;
    return kr_is_text(block->value[tag], "?") ? KR_UNSAID : 0;
}

/* Convert a tag whose value is a single letter to a number. `number` receives the index of the letter in `letters`. If
 * the tag is missing, empty or "?", `number` receives the result of state_of instead. Return 0 if the tag has any other
 * value, else 1. */
static int read_letter(const kr_block *block, int tag, const char *letters, int8_t *number)
{
    const int state = state_of(block, tag);
    const int value = state ? state : kr_value_letter(block->value[tag], letters);
    *number = (int8_t)value;
    return state || value >= 0;
}

static int read_hands(const kr_block *block, const kr_game_row *game, kr_record *r)
{
    kr_span rest = block->value[KR_TAG_DEAL];
    const int state = state_of(block, KR_TAG_DEAL);
    r->deal = (int8_t)state;
    if (state) return 1;
    const int first = rest.size > 2 && rest.at[1] == ':' ? kr_letter_place(KR_SEAT_LETTERS, *rest.at) : -1;
    if (first < 0 || first >= game->seats || rest.at[2] == ' ') return 0;
    rest = (kr_span){rest.at + 2, rest.size - 2};
    for (int i = 0; i < game->seats; i++) {
        const int seat = (first + i) % game->seats;
        const kr_span word = kr_next_word(&rest, NULL);
        if (kr_is_text(word, "-")) continue;
        if (!kr_read_hand(word, &r->hands[seat])) return 0;
        r->known |= (uint8_t)(1u << seat);
    }
    r->deal = (int8_t)first;
    return !rest.size;
}

/* Read the cards of the tag Talon or Discard. `has_pile` receives 1 if the tag has a value. If the tag is missing,
 * empty or "?", `has_pile` receives the result of state_of instead. If the game has no talon, check the cards but do
 * not store them. Return 0 if the value is not a list of different cards, else 1. */
static int read_pile(const kr_block *block, int tag, const kr_game_row *game, int8_t *has_pile, uint32_t *pile)
{
    const int state = state_of(block, tag);
    *has_pile = (int8_t)(state ? state : 1);
    if (state) return 1;
    uint32_t cards = 0;
    for (kr_span rest = block->value[tag]; rest.size;) {
        const int card = kr_word_card(kr_next_word(&rest, NULL));
        if (card < 0 || cards >> card & 1) return 0;
        cards |= UINT32_C(1) << card;
    }
    *pile = game->talon ? cards : 0;
    return 1;
}

static int read_contract(const kr_block *block, const kr_game_row *game, const kr_scan_contracts *contracts, kr_record *r)
{
    const int state = state_of(block, KR_TAG_CONTRACT);
    const int number = state ? state : kr_contract_number(game, contracts, block->value[KR_TAG_CONTRACT]);
    r->contract = (int8_t)number;
    return state || number >= 0;
}

static int read_called(const kr_block *block, kr_record *r)
{
    const int state = state_of(block, KR_TAG_CALLED);
    const int card = state ? state : kr_word_card(block->value[KR_TAG_CALLED]);
    r->called = (int8_t)card;
    return state || card >= 0;
}

static int read_contra(const kr_block *block, kr_record *r)
{
    r->contra = state_of(block, KR_TAG_CONTRA);
    return r->contra || kr_read_number(block->value[KR_TAG_CONTRA], &r->contra);
}

/* Take the next pair such as "E:HA" or "N:-40" from a value. `seat` receives the seat before the colon. `text` receives
 * the text after the colon. Return 0 if the word is not such a pair, else 1. */
static int next_pair(kr_span *rest, int *seat, kr_span *text)
{
    const kr_span word = kr_next_word(rest, NULL);
    if (word.size < 2 || word.at[1] != ':') return 0;
    *seat = kr_letter_place(KR_SEAT_LETTERS, *word.at);
    *text = (kr_span){word.at + 2, word.size - 2};
    return *seat >= 0;
}

static int read_face_down(const kr_block *block, const kr_game_row *game, kr_record *r)
{
    if (state_of(block, KR_TAG_FACE_DOWN)) return 1;
    kr_span rest = block->value[KR_TAG_FACE_DOWN], text;
    int seat;
    while (rest.size) {
        if (!next_pair(&rest, &seat, &text) || seat >= game->seats || r->laid[seat] != KR_ABSENT) return 0;
        const int card = kr_word_card(text);
        if (card < 0) return 0;
        r->laid[seat] = (int8_t)card;
    }
    return 1;
}

static int read_score(const kr_block *block, kr_record *r)
{
    if (state_of(block, KR_TAG_SCORE)) return 1;
    kr_span rest = block->value[KR_TAG_SCORE], text;
    int seat;
    while (rest.size) {
        if (!next_pair(&rest, &seat, &text) || r->scored >> seat & 1) return 0;
        if (!kr_read_number(text, &r->score[seat])) return 0;
        r->scored |= (uint8_t)(1u << seat);
    }
    return 1;
}

/* Read which seat begins the section Auction or Play. Return 0 if the tag is present but has no valid seat, else 1. */
static int read_section_seat(const kr_block *block, int tag, const kr_game_row *game, int8_t *seat)
{
    const int number = kr_has_tag(block, tag) ? kr_value_letter(block->value[tag], KR_SEAT_LETTERS) : KR_ABSENT;
    *seat = (int8_t)number;
    return number == KR_ABSENT || (number >= 0 && number < game->seats);
}

/* Return 1 if a record has only a deal, else 0. A record with only a deal has none of the tags KR_TAG_DISCARD to
 * KR_TAG_PLAY (enum kr_tag). */
static int is_only_deal(const kr_block *block)
{
    const uint32_t of_a_game = (1u << (KR_TAG_PLAY + 1)) - (1u << KR_TAG_DISCARD);
    return !(block->present & of_a_game);
}

static int read_tags(const kr_block *block, const kr_game_row *game, const kr_scan_contracts *contracts, kr_record *r)
{
    const int deck = state_of(block, KR_TAG_DECK);
    if (!deck && !kr_is_text(block->value[KR_TAG_DECK], "french")) return 0;
    if (!read_hands(block, game, r)) return 0;
    if (!read_pile(block, KR_TAG_TALON, game, &r->has_talon, &r->talon)) return 0;
    if (!read_pile(block, KR_TAG_DISCARD, game, &r->has_discard, &r->discard)) return 0;
    if (!read_letter(block, KR_TAG_DEALER, KR_SEAT_LETTERS, &r->dealer)) return 0;
    if (!read_contract(block, game, contracts, r)) return 0;
    if (!read_letter(block, KR_TAG_DECLARER, KR_SEAT_LETTERS, &r->declarer)) return 0;
    if (!read_letter(block, KR_TAG_SECOND, KR_SEAT_LETTERS, &r->second)) return 0;
    if (!read_letter(block, KR_TAG_TRUMP, KR_SUIT_LETTERS, &r->trump)) return 0;
    if (!read_called(block, r) || !read_contra(block, r)) return 0;
    if (!read_face_down(block, game, r) || !read_score(block, r)) return 0;
    if (!read_section_seat(block, KR_TAG_AUCTION, game, &r->auction)) return 0;
    return read_section_seat(block, KR_TAG_PLAY, game, &r->play);
}

int kr_read_record(const kr_block *block, const kr_game_row *game, const kr_scan_contracts *contracts, kr_scanned_record *out)
{
    kr_record *r = &out->record;
    *r = (kr_record){0};
    memset(r->laid, KR_ABSENT, sizeof r->laid);
    if (!read_tags(block, game, contracts, r)) return 0;
    r->flags = is_only_deal(block) ? KR_ONLY_DEAL : 0;
    if (!kr_read_calls(block, game, contracts, out)) return 0;
    if (!kr_read_words(block, game, contracts, out)) return 0;
    return kr_read_cells(block, game, out);
}
