/* judge_border.c - judge many records, and check the numbers of each record before judging it. */
#include "judge.h"

#include "bits.h"

static int in_range(int value, int least, int most) { return value >= least && value <= most; }

/* Return 1 if the number of a tag is valid, else 0. A valid number is a value from 0 to `most`, or says that there is
 * no value (KR_ABSENT to KR_UNSAID). */
static int is_tag(int value, int most) { return in_range(value, KR_ABSENT, most); }

static int goal_fits(const kr_goal_row *g) { return g->kind < KR_KINDS && g->takers <= KR_TAKERS_OTHERS && g->marriages <= KR_ON_LEAD; }

static int contract_fits(const kr_game_row *game, const kr_contract_row *c)
{
    if (c->stake > KR_STAKE_NONE || c->order > KR_ORDER_KT || c->party > KR_PARTY_OPPOSITE) return 0;
    if (c->bidders > KR_BIDDERS_NOT_FOREHAND || c->leads > KR_LEADS_FOREHAND || c->requires > KR_REQUIRES_TRUMPS) return 0;
    if (c->per < 1 || c->raises >> game->contracts) return 0;
    if (!in_range(c->value, -KR_LARGEST_VALUE, KR_LARGEST_VALUE) || !in_range(c->second, 0, KR_LARGEST_VALUE)) return 0;
    return goal_fits(&c->goal) && (!c->has_settles || goal_fits(&c->settles));
}

int kr_game_fits(const kr_game_row *g)
{
    if (!in_range(g->size, 1, KR_MAX_TRICKS) || !in_range(g->seats, 3, 4) || !in_range(g->contracts, 1, KR_MAX_CONTRACTS)) return 0;
    if (g->size * g->seats + g->talon > kr_count(g->pack) || g->contra > KR_CONTRA_TOKEN || g->most_contra > 3) return 0;
    if (g->opening_marriage > KR_OPENING_MARRIAGE_PENDING || g->rounds < 1) return 0;
    if (g->passed_out != KR_NONE && g->passed_out >= g->contracts) return 0;
    for (int order = 0; order < KR_ORDERS; order++)
        for (int rank = 0; rank < 8; rank++)
            if (g->strength[order][rank] > 7) return 0;
    for (int i = 0; i < g->contracts; i++)
        if (!contract_fits(g, &g->contract[i])) return 0;
    return 1;
}

static int call_fits(const kr_game_row *g, const kr_record_call *c)
{
    return in_range(c->call, KR_CALL_SUBCONTRA, g->contracts - 1) && is_tag(c->suit, 3) && (c->call >= 0 || c->suit == KR_UNSAID);
}

static int word_fits(const kr_game_row *g, const kr_record_word *w)
{
    if (!in_range(w->seat, 0, g->seats - 1) || w->kind > KR_WORD_CONTRA || !is_tag(w->suit, 3)) return 0;
    return w->kind != KR_WORD_RAISE || w->ill || in_range(w->level, 0, g->contracts - 1);
}

static int record_fits(const kr_judging *all, const kr_record *r)
{
    if (r->game >= all->games) return 0;
    const kr_game_row *g = &all->game[r->game];
    if (!is_tag(r->deal, g->seats - 1) || !is_tag(r->has_talon, 1) || !is_tag(r->has_discard, 1)) return 0;
    if (!is_tag(r->dealer, 3) || !is_tag(r->declarer, 3) || !is_tag(r->second, 3) || !is_tag(r->trump, 3)) return 0;
    if (!is_tag(r->contract, g->contracts - 1) || !is_tag(r->called, 31)) return 0;
    if (!is_tag(r->auction, g->seats - 1) || !is_tag(r->play, g->seats - 1)) return 0;
    for (int seat = 0; seat < 4; seat++)
        if (!is_tag(r->laid[seat], 31)) return 0;
    if ((r->known | r->ill_hands | r->scored) > 15) return 0;
    if (r->first_call > all->call_count || r->calls > all->call_count - r->first_call) return 0;
    if (r->first_word > all->word_count || r->words > all->word_count - r->first_word) return 0;
    if (r->first_cell > all->cell_count || r->cells > all->cell_count - r->first_cell) return 0;
    for (uint32_t i = 0; i < r->calls; i++)
        if (!call_fits(g, &all->columns.call[r->first_call + i])) return 0;
    for (uint32_t i = 0; i < r->words; i++)
        if (!word_fits(g, &all->columns.word[r->first_word + i])) return 0;
    for (uint32_t i = 0; i < r->cells; i++)
        if (!in_range(all->columns.cell[r->first_cell + i], KR_BAD_CARD, 31)) return 0;
    return 1;
}

/* Return an upper bound of the number of problems of a record. The first three terms are for the problems of the deal.
 * The tags and the contract together have at most 32 problems. A call has at most one problem, a word at most four, and
 * a cell at most three. */
size_t kr_problem_room(const kr_record *r) { return 4 * 32 + 3 * 4 + 3 * 32 + 32 + r->calls + 4 * (size_t)r->words + 3 * (size_t)r->cells; }

int kr_judge_records(const kr_judging *all, size_t *bad)
{
    for (*bad = 0; *bad < all->games; (*bad)++)
        if (!kr_game_fits(&all->game[*bad])) return KR_BAD_TASK;
    size_t problems = 0;
    for (*bad = 0; *bad < all->records; (*bad)++) {
        const kr_record *r = &all->record[*bad];
        if (!record_fits(all, r)) return KR_BAD_FACTS;
        if (kr_problem_room(r) > all->room - problems) return KR_BAD_BUFFER;
        problems += kr_judge(&all->game[r->game], r, &all->columns, &all->facts[*bad], &all->problem[problems]);
        all->problem_end[*bad] = (uint32_t)problems;
    }
    return KR_OK;
}
