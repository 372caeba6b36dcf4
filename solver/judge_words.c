/* judge_words.c - judge the words of trick 1: declared marriages, the announcements "100" and "all tricks", raises and
 * Contra (RULINGS). */
#include "draft.h"

#include "bits.h"

#define COUPLE(suit) (UINT32_C(0x60) << 8 * (suit)) /* King and Queen of a suit */

/* Return the number of words to judge. It is the number of words of the record, but at most KR_MAX_WORDS. */
static uint32_t words_of(const kr_draft *d) { return d->record->words < KR_MAX_WORDS ? d->record->words : KR_MAX_WORDS; }

static int is_whole(uint32_t hand, int suit) { return (hand & COUPLE(suit)) == COUPLE(suit); }

/* Check the word with the index `i` by itself. The game must have words of this kind. If the word declares a marriage,
 * the seat must hold this marriage. Return 1 if the word has no error, else 0. `suit` receives the suit of the
 * marriage, or KR_UNSAID if this suit is unknown or the word declares no marriage. */
static int judge_word(kr_draft *d, uint32_t i, int *suit)
{
    const kr_game_row *g = d->game;
    const kr_record_word *w = &d->word[i];
    const int trump = d->facts->trump;
    *suit = KR_UNSAID;
    if (w->kind != KR_WORD_MARRIAGE) {
        int raises = 0;
        for (int k = 0; k < g->contracts; k++) raises |= g->contract[k].raises != 0;
        const int known = w->kind == KR_WORD_RAISE    ? raises
                          : w->kind == KR_WORD_CONTRA ? g->contra == KR_CONTRA_TOKEN
                                                      : kr_game_announces(g);
        if (!known && !w->ill) kr_fail(d, KR_AT_WORD, (int)i, KR_WORD_UNKNOWN, 0, 0, 0);
        return known && !w->ill;
    }
    if (!kr_game_declares(g)) {
        const int registered = g->marriage[0] || g->marriage[1];
        kr_fail(d, KR_AT_WORD, (int)i, registered ? KR_MARRIAGES_BY_LEAD : KR_MARRIAGES_NOT_COUNTED, 0, 0, 0);
        return 0;
    }
    if (w->ill) return 0;
    const int named = w->suit >= 0;
    *suit = named ? w->suit : w->points == g->marriage[1] ? trump : KR_UNSAID;
    if (named && trump >= 0 && w->points != g->marriage[w->suit == trump]) {
        kr_fail(d, KR_AT_WORD, (int)i, KR_MARRIAGE_POINTS, w->suit, g->marriage[w->suit == trump], w->points);
        return 0;
    }
    if (*suit >= 0 && kr_knows_hand(d, w->seat) && !is_whole(d->facts->hands[w->seat], *suit)) {
        kr_fail(d, KR_AT_WORD, (int)i, named ? KR_MARRIAGE_NOT_HELD : KR_TRUMP_MARRIAGE_NOT_HELD, w->seat, *suit, 0);
        return 0;
    }
    return 1;
}

/* Find the suits of the marriages that a seat declared without naming a suit. Add an error if a marriage is declared
 * twice. of_marriage[i] is the index of the word that declared marriage i of the facts. */
static void name_suits(kr_draft *d, int seat, const uint32_t *of_marriage)
{
    kr_facts *f = d->facts;
    int unnamed[KR_MAX_WORDS], count = 0;
    unsigned taken = 0, left = 0;
    for (int i = 0; i < f->marriages; i++) {
        const kr_fact_marriage *m = &f->marriage[i];
        if (m->seat != seat) continue;
        if (m->suit >= 0 && taken >> m->suit & 1)
            kr_fail(d, KR_AT_WORD, (int)of_marriage[i], KR_MARRIAGE_TWICE, seat, m->suit, 0);
        else if (m->suit >= 0)
            taken |= 1u << m->suit;
        else if (m->points == d->game->marriage[0])
            unnamed[count++] = i;
    }
    if (!count || !kr_knows_hand(d, seat) || f->trump < 0) return;
    for (int suit = 0; suit < 4; suit++)
        if (suit != f->trump && !(taken >> suit & 1) && is_whole(f->hands[seat], suit)) left |= 1u << suit;
    const int choices = kr_count(left);
    if (choices < count) {
        const int code = left || taken ? KR_MARRIAGE_NO_OTHER : KR_MARRIAGE_NONE_HELD;
        kr_fail(d, KR_AT_WORD, (int)of_marriage[unnamed[choices]], code, seat, 0, 0);
    } else if (choices > count) {
        kr_fail(d, KR_AT_WORD, (int)of_marriage[unnamed[0]], KR_MARRIAGE_WHICH, seat, (int)left, 0);
    } else {
        for (int i = 0; i < count; i++, left &= left - 1) f->marriage[unnamed[i]].suit = (int8_t)kr_low(left);
    }
}

/* Check the words of trick 1 together. The seats must say their words in the order of their turns; only Contra may come
 * at any time. A seat that raises or says Contra must be allowed to do so. No word may be repeated; name_suits checks
 * this rule for marriages. good[i] is 1 if judge_word has found no error in word i. */
static void judge_turns(kr_draft *d, const uint8_t *good)
{
    const kr_game_row *g = d->game;
    kr_facts *f = d->facts;
    const kr_contract_row *c = kr_contract_of(d);
    int last = -1;
    unsigned spoken[5] = {0, 0, 0, 0, 0}; /* for each kind of word, mask of the seats that have said it. Some words may
                                           * be said only once by all seats together. For these, bit 4 stands for all
                                           * seats. */
    for (uint32_t i = 0; i < words_of(d); i++) {
        const kr_record_word *w = &d->word[i];
        if (!good[i]) continue;
        if (w->kind != KR_WORD_CONTRA && f->leader >= 0) {
            const int turn = (w->seat - f->leader + g->seats) % g->seats;
            if (turn < last)
                kr_fail(d, KR_AT_WORD, (int)i, KR_WORD_OUT_OF_TURN, w->seat, (f->leader + last) % g->seats, 0);
            if (turn > last) last = turn;
        }
        const int partner = f->partner_known && f->partner >= 0 && w->seat == f->partner;
        /* Both partners may make the announcements "100" and "all tricks". If both partners make the same announcement,
         * the announcement counts only once (RULINGS: russbach). */
        const int alone = w->kind == KR_WORD_HUNDRED || w->kind == KR_WORD_ALL;
        const unsigned speaker = alone ? 1u << w->seat : 16u;
        const int declares = f->declarer >= 0 && w->seat == f->declarer;
        if (w->kind == KR_WORD_RAISE && ((c && declares) || (f->partner_known && !partner)))
            kr_fail(d, KR_AT_WORD, (int)i, KR_MAY_NOT_RAISE, w->seat, 0, 0);
        else if (w->kind == KR_WORD_RAISE && c && !(c->raises >> w->level & 1))
            kr_fail(d, KR_AT_WORD, (int)i, KR_CANNOT_RAISE, f->contract, w->level, 0);
        else if (w->kind == KR_WORD_CONTRA && (partner || declares))
            kr_fail(d, KR_AT_WORD, (int)i, KR_OWN_CONTRA, w->seat, 0, 0);
        else if (w->kind != KR_WORD_MARRIAGE && spoken[w->kind] & speaker)
            kr_fail(d, KR_AT_WORD, (int)i, KR_WORD_TWICE, w->kind, alone ? w->seat : KR_UNSAID, 0);
        else if (w->kind != KR_WORD_MARRIAGE)
            spoken[w->kind] |= speaker;
    }
}

void kr_judge_words(kr_draft *d)
{
    kr_facts *f = d->facts;
    uint32_t of_marriage[KR_MAX_WORDS];
    uint8_t good[KR_MAX_WORDS];
    const uint32_t words = words_of(d);
    f->words_read = 1;
    if (d->record->ill & KR_ILL_WORDS) d->errors++;
    if (words < d->record->words) kr_fail(d, KR_AT_WORD, (int)words, KR_WORDS_MANY, (int)words, 0, 0);
    for (uint32_t i = 0; i < words; i++) {
        const kr_record_word *w = &d->word[i];
        int suit;
        good[i] = (uint8_t)judge_word(d, i, &suit);
        if (!good[i]) continue;
        if (w->kind == KR_WORD_RAISE && f->raised == KR_NONE) {
            f->raised = (uint8_t)w->level;
            f->raised_by = w->seat;
        }
        if (w->kind == KR_WORD_CONTRA && f->contra_by < 0) f->contra_by = w->seat;
        if (w->kind != KR_WORD_MARRIAGE) continue;
        of_marriage[f->marriages] = i;
        f->marriage[f->marriages++] = (kr_fact_marriage){.seat = w->seat, .suit = (int8_t)suit, .points = w->points};
    }
    for (int seat = 0; seat < 4; seat++) name_suits(d, seat, of_marriage);
    judge_turns(d, good);
}
