/* judge.c - judge a record: the tags, the auction, the contract, the parties and the partner (RULINGS).
 *
 * Other files judge the deal, the words and the play (see draft.h). judge.h explains tags, calls, words, cells and
 * problems. draft.h describes the state of a record while it is judged.
 */
#include "draft.h"

#include "bits.h"

#include <string.h>

static void warn(kr_draft *d, int place, int code, int a, int b, int c, int e)
{
    const int32_t arg[4] = {a, b, c, e};
    kr_note(d, KR_WARNING, place, 0, code, arg);
}

/* Return the seat that a tag names, or KR_UNSAID if the tag names no seat. If the seat does not play, report an error
 * and return KR_UNSAID. */
static int8_t seat_of(kr_draft *d, int8_t seat, int place)
{
    if (seat < d->game->seats) return seat < 0 ? KR_UNSAID : seat;
    kr_fail(d, place, 0, KR_NO_WEST, 0, 0, 0);
    return KR_UNSAID;
}

static void judge_score(kr_draft *d)
{
    const kr_record *r = d->record;
    const unsigned all = kr_seats_mask(d->game), missing = all & ~(unsigned)r->scored;
    if (!r->scored && !(r->ill & KR_ILL_SCORE)) return;
    for (int seat = d->game->seats; seat < 4; seat++)
        if (r->scored >> seat & 1 && r->score[seat]) {
            kr_fail(d, KR_AT_SCORE_OF, seat, KR_NO_WEST, 0, 0, 0);
            return;
        }
    if (r->ill & KR_ILL_SCORE) return;
    if (missing) kr_fail(d, KR_AT_SCORE, 0, KR_SCORE_MISSING, (int)missing, 0, 0);
    d->scored = !missing;
}

/* Check the tags that can be judged without the contract. */
static void judge_tags(kr_draft *d)
{
    const kr_game_row *g = d->game;
    const kr_record *r = d->record;
    kr_facts *f = d->facts;
    int trumps = 0, calls = 0;
    for (int i = 0; i < g->contracts; i++) {
        trumps |= g->contract[i].trump;
        calls |= g->contract[i].party == KR_PARTY_CALLED;
    }
    const int8_t dealer = seat_of(d, r->dealer, KR_AT_DEALER);
    d->forehand = dealer < 0 ? KR_UNSAID : (dealer + 1) % g->seats;
    f->contract = r->contract < 0 || r->contract >= g->contracts ? KR_UNSAID : r->contract;
    f->declarer = seat_of(d, r->declarer, KR_AT_DECLARER);
    f->second = seat_of(d, r->second, KR_AT_SECOND);
    f->trump = f->called = KR_UNSAID;
    if (r->trump >= 0 && !trumps)
        kr_fail(d, KR_AT_TRUMP, 0, KR_GAME_NO_TRUMP, 0, 0, 0);
    else if (r->trump >= 0)
        f->trump = r->trump;
    if (r->called >= 0 && !calls)
        kr_fail(d, KR_AT_CALLED, 0, KR_GAME_NO_CALL, 0, 0, 0);
    else if (r->called >= 0 && !(g->pack >> r->called & 1))
        kr_fail(d, KR_AT_CALLED, 0, KR_CARD_NOT_IN_PACK, r->called, 0, 0);
    else if (r->called >= 0)
        f->called = r->called;
    for (int seat = 0; seat < 4; seat++) {
        const int card = d->laid[seat] = r->laid[seat] < 0 ? KR_UNSAID : r->laid[seat];
        if (card >= 0 && kr_knows_hand(d, seat) && !(f->hands[seat] >> card & 1))
            kr_fail(d, KR_AT_LAID, seat, KR_LAID_NOT_HELD, seat, card, 0);
        else if (card >= 0 && !(g->pack >> card & 1))
            kr_fail(d, KR_AT_LAID, seat, KR_CARD_NOT_IN_PACK, card, 0, 0);
    }
    if (r->contra != KR_ABSENT && r->contra != KR_UNSAID && r->contra != KR_EMPTY && r->contra != KR_ILL
        && (r->contra < 0 || r->contra > g->most_contra))
        kr_fail(d, KR_AT_CONTRA, 0, KR_CONTRA_TOO_MANY, r->contra, 0, 0);
    f->contra = r->contra > 0 ? (uint8_t)r->contra : 0;
    judge_score(d);
}

/* Try to read the auction as lines with one column for each seat. In these lines, a seat that has passed has a pass in
 * every later line, too. Return 1 if the calls, read in this way, form a finished auction, else 0. */
static int auction_in_columns(const kr_draft *d, kr_auction *a)
{
    int32_t arg[4];
    int column = a->first;
    for (uint32_t i = 0; i < d->record->calls; i++) {
        /* After the auction, repeated passes may fill up the last line. They may not begin another line. */
        const int passed = !(a->active >> column & 1) && !(a->over && column == a->first);
        if (d->call[i].call != KR_CALL_PASS || !passed) {
            if (a->turn != column || kr_auction_take(a, d->call[i].call, d->call[i].suit, arg)) return 0;
        }
        column = (column + 1) % d->game->seats;
    }
    return a->over;
}

/* Judge the auction. Return 1 if the record has an auction without errors, else 0. */
static int judge_auction(kr_draft *d, kr_auction *a)
{
    const kr_game_row *g = d->game;
    const kr_record *r = d->record;
    const kr_facts *f = d->facts;
    const uint8_t known = f->has_deal ? f->known : 0;
    if (r->ill & KR_ILL_AUCTION) d->errors++;
    if (r->auction < 0 || r->ill & KR_ILL_AUCTION) return 0;
    if (d->forehand >= 0 && d->forehand != r->auction) {
        kr_fail(d, KR_AT_AUCTION, 0, KR_WRONG_OPENER, d->forehand, r->auction, 0);
        return 0;
    }
    const int before = d->errors;
    d->facts->calls_read = 1;
    for (uint32_t i = 0; i < r->calls; i++) {
        const kr_record_call *c = &d->call[i];
        if (c->suit == KR_UNSAID) continue;
        if (!g->ties)
            kr_fail(d, KR_AT_CALL, (int)i, KR_CALL_NO_TRUMP_NAMED, 0, 0, 0);
        else if (!g->contract[c->call].trump)
            kr_fail(d, KR_AT_CALL, (int)i, KR_CALL_TRUMPLESS, c->call, 0, 0);
    }
    if (r->ill & KR_ILL_CALLS) d->errors++;
    if (d->errors > before) return 0;
    kr_auction_begin(a, g, f->hands, known, f->trump, r->auction);
    for (uint32_t i = 0; i < r->calls; i++) {
        int32_t arg[4];
        const int code = kr_auction_take(a, d->call[i].call, d->call[i].suit, arg);
        if (!code) continue;
        kr_auction_begin(a, g, f->hands, known, f->trump, r->auction);
        if (!g->bids_once && auction_in_columns(d, a)) break;
        kr_note(d, KR_ERROR, KR_AT_CALL, (int)i, code, arg);
        return 0;
    }
    memcpy(d->facts->call, a->call, a->calls * sizeof *a->call);
    d->facts->calls = a->calls;
    if (d->forehand < 0 && a->calls) d->forehand = a->call[0].seat;
    kr_auction_end(a);
    return 1;
}

/* Warn of tags that contradict the auction. If the tag Contra has no value, take the number of Contra calls from the
 * auction. */
static void compare_auction(kr_draft *d, const kr_auction *a)
{
    const kr_record *r = d->record;
    kr_facts *f = d->facts;
    const int open = r->flags & KR_AUCTION_OPEN, over = a->over;
    int wrong = -1;
    if (over && a->trump >= 0 && f->trump >= 0 && a->trump != f->trump) wrong = KR_AT_TRUMP;
    if (!kr_says_nothing(r->second) && f->second != (over ? a->second : KR_UNSAID)) wrong = KR_AT_SECOND;
    if (!kr_says_nothing(r->declarer) && f->declarer != (over ? a->declarer : KR_UNSAID)) wrong = KR_AT_DECLARER;
    if (!kr_says_nothing(r->contract) && f->contract != (over ? a->contract : KR_UNSAID)) wrong = KR_AT_CONTRACT;
    if (wrong >= 0 && !open)
        warn(d, wrong, KR_AUCTION_LEADS_TO, over ? a->contract : KR_EMPTY, a->declarer, a->second, a->trump);
    else if (!over && !open && kr_says_nothing(r->contract))
        warn(d, KR_AT_AUCTION, KR_AUCTION_NOT_FINISHED, 0, 0, 0, 0);
    if (!over || d->game->contra != KR_CONTRA_DOUBLES) return;
    if (r->contra < 0)
        f->contra = a->contras;
    else if (f->contra != a->contras)
        warn(d, KR_AT_CONTRA, KR_AUCTION_CONTRAS, a->contras, f->contra, 0, 0);
}

/* Determine the contract, the declarers and the trump. Take them from the tags. If a tag has no value, take the value
 * from the auction, provided that the auction ended in the same contract. If the contract is still unknown, but only
 * one is possible, take this one. Do the same for the declarer. `leader` is the seat that leads in the record. */
static void settle_contract(kr_draft *d, const kr_auction *a, int leader)
{
    const kr_game_row *g = d->game;
    const kr_record *r = d->record;
    kr_facts *f = d->facts;
    if (a) compare_auction(d, a);
    if (a && a->over) {
        if (kr_says_nothing(r->contract)) f->contract = a->contract;
        if (f->contract == a->contract) {
            if (kr_says_nothing(r->declarer)) f->declarer = a->declarer;
            if (kr_says_nothing(r->second)) f->second = a->second;
            if (kr_says_nothing(r->trump)) f->trump = a->trump;
        }
    }
    int biddable = 0, only = 0;
    for (int i = 0; i < g->contracts; i++) {
        if (!g->contract[i].rank) continue;
        biddable++;
        only = i;
    }
    if (!biddable && g->contracts == 1) biddable = 1;
    if (f->contract < 0 && biddable == 1 && kr_says_nothing(r->contract)) f->contract = (int8_t)only;
    const kr_contract_row *c = kr_contract_of(d);
    if (!c || c->makeable_at == KR_NO_LEAST || f->declarer >= 0) return;
    if (c->bidders == KR_BIDDERS_FOREHAND)
        f->declarer = (int8_t)(d->forehand < 0 ? leader : d->forehand);
    else if (c->leads == KR_LEADS_DECLARER)
        f->declarer = (int8_t)leader;
}

/* Check that the called card and the trump fit the contract. If the called card makes its suit trump, set the trump. */
static void judge_called_and_trump(kr_draft *d, const kr_contract_row *c)
{
    const kr_game_row *g = d->game;
    kr_facts *f = d->facts;
    const int contract = f->contract;
    if (f->called >= 0) {
        const int trump = kr_called_trump(g, c, f->called);
        const int own = kr_knows_hand(d, f->declarer) && f->hands[f->declarer] >> f->called & 1;
        if (c->party != KR_PARTY_CALLED)
            kr_fail(d, KR_AT_CALLED, 0, KR_NO_CALLED_CARD, contract, 0, 0);
        else if (own && !g->call_own)
            kr_fail(d, KR_AT_CALLED, 0, KR_CALLS_OWN, f->declarer, f->called, 0);
        if (trump != KR_NO_TRUMP) {
            if (f->trump >= 0 && f->trump != trump) kr_fail(d, KR_AT_TRUMP, 0, KR_CALLED_MAKES_TRUMP, f->called, trump, 0);
            if (f->trump < 0) f->trump = (int8_t)trump;
        }
    }
    if (f->trump < 0) return;
    /* If forehand names the trump before the auction, the record may give a trump even if the contract has none. */
    if (!c->trump && !g->names_trump) kr_fail(d, KR_AT_TRUMP, 0, KR_CONTRACT_TRUMPLESS, contract, 0, 0);
    if (kr_knows_hand(d, d->forehand) && !(f->hands[d->forehand] & kr_naming_cards(g, f->trump)))
        kr_fail(d, KR_AT_TRUMP, 0, KR_TRUMP_NOT_HELD, d->forehand, f->trump, 0);
}

/* Check that the declarer, the second declarer and the face-down cards fit the contract. */
static void judge_parties(kr_draft *d, const kr_contract_row *c)
{
    const kr_record *r = d->record;
    kr_facts *f = d->facts;
    const int contract = f->contract;
    if (c->makeable_at == KR_NO_LEAST) {
        if (r->declarer >= 0) kr_fail(d, KR_AT_DECLARER, 0, KR_NO_DECLARER, contract, 0, 0);
        f->declarer = KR_UNSAID;
    }
    if (f->declarer >= 0) {
        const int place = r->declarer == KR_ABSENT ? KR_AT_CONTRACT : KR_AT_DECLARER;
        const int barred = kr_barred(d->game, contract, f->declarer, d->forehand, f->hands, f->has_deal ? f->known : 0, f->trump);
        if (barred == KR_CALL_MAY_NOT) kr_fail(d, place, 0, KR_MAY_NOT_DECLARE, f->declarer, contract, c->bidders);
        if (barred == KR_CALL_WITHOUT) kr_fail(d, place, 0, KR_DECLARES_WITHOUT, f->declarer, contract, c->requires);
    }
    if (f->second >= 0 && !c->second)
        kr_fail(d, KR_AT_SECOND, 0, KR_NO_SECOND_PLAYER, contract, 0, 0);
    else if (f->second >= 0 && f->second == f->declarer)
        kr_fail(d, KR_AT_SECOND, 0, KR_SECOND_IS_DECLARER, f->second, 0, 0);
    int laid = 0;
    for (int seat = 0; seat < 4; seat++) {
        if (d->laid[seat] < 0) continue;
        laid = 1;
        if (c->second && f->declarer >= 0 && seat != f->declarer && seat != f->second)
            kr_fail(d, KR_AT_LAID, KR_UNSAID, KR_LAYS_NO_CARD, seat, contract, 0);
    }
    if (laid && !c->second) kr_fail(d, KR_AT_LAID, KR_UNSAID, KR_NOTHING_LAID, contract, 0, 0);
}

/* Determine the leader of trick 1. `written` is the first seat of the play in the record, or below 0 if unknown. */
static void find_leader(kr_draft *d, const kr_contract_row *c, int written)
{
    kr_facts *f = d->facts;
    const int by_declarer = c->leads == KR_LEADS_DECLARER;
    const int leader = d->game->calibration ? KR_UNSAID : by_declarer ? f->declarer : d->forehand;
    if (written >= 0 && leader >= 0 && written != leader)
        kr_fail(d, KR_AT_PLAY, 0, by_declarer ? KR_LEADER_IS_DECLARER : KR_LEADER_IS_FOREHAND, leader, written, 0);
    f->leader = (int8_t)(leader < 0 ? written : leader);
}

/* Determine whether the partner is known. If so, set the partner of the declarer (in a contract without a declarer, of
 * the leader). */
static void find_partner(kr_draft *d, const kr_contract_row *c)
{
    kr_facts *f = d->facts;
    if (f->declarer < 0 && c->makeable_at != KR_NO_LEAST) return;
    const int first = f->declarer < 0 ? f->leader : f->declarer;
    const int holder = c->party == KR_PARTY_CALLED && f->called >= 0 ? kr_holder(d, f->called) : KR_UNSAID;
    f->partner_known = c->party == KR_PARTY_ALONE || (c->party == KR_PARTY_CALLED ? holder : first) >= 0;
    if (!f->partner_known) return;
    const int partner = kr_partner_of(c, first, holder);
    f->partner = partner == KR_NONE ? KR_UNSAID : (int8_t)partner;
}

/* If Contra was said in trick 1, count it. Report an error if the tag Contra says that there was no Contra. */
static void count_announced_contra(kr_draft *d)
{
    int announced = 0;
    for (uint32_t i = 0; i < d->record->words; i++) announced |= d->word[i].kind == KR_WORD_CONTRA && !d->word[i].ill;
    if (!announced || d->game->contra != KR_CONTRA_TOKEN) return;
    if (d->record->contra >= 0 && !d->facts->contra) kr_fail(d, KR_AT_CONTRA, 0, KR_CONTRA_ANNOUNCED, 0, 0, 0);
    d->facts->contra = 1;
}

static void judge_discard(kr_draft *d)
{
    const kr_facts *f = d->facts;
    if (!f->has_discard || !f->talon || !kr_knows_hand(d, f->declarer)) return;
    for (uint32_t rest = f->discard & ~(f->hands[f->declarer] | f->talon); rest; rest &= rest - 1)
        kr_fail(d, KR_AT_DISCARD_CARD, kr_low(rest), KR_DISCARD_NOT_HELD, f->declarer, kr_low(rest), 0);
}

/* Judge the play of a record without errors in its tags. If cards were played, the order of rank and the trump must be
 * known; otherwise report an error. Warn if the tag Score differs from the settlement. */
static void judge_contract_play(kr_draft *d, const kr_contract_row *c)
{
    kr_facts *f = d->facts;
    const int order = kr_played_order(c, f->called), trump = c->trump ? f->trump : KR_UNSAID;
    const int needs_trump = c->trump && trump < 0 && !d->game->calibration;
    const int played = d->record->cells > 0;
    f->judged = 1;
    if (played && order == KR_NONE) {
        kr_fail(d, KR_AT_PLAY, 0, KR_PLAY_NO_ORDER, f->contract, 0, 0);
    } else if (played && needs_trump) {
        kr_fail(d, KR_AT_PLAY, 0, KR_PLAY_NO_TRUMP, f->contract, 0, 0);
    } else if (order != KR_NONE && f->leader >= 0) {
        const kr_question q = {
            .contract = (uint8_t)f->contract, .leader = (uint8_t)f->leader, .order = (uint8_t)order,
            .declarer = f->declarer < 0 ? KR_NONE : (uint8_t)f->declarer,
            .second = f->second < 0 ? KR_NONE : (uint8_t)f->second,
            .partner = f->partner < 0 ? KR_NONE : (uint8_t)f->partner,
            .trump = trump < 0 ? KR_NO_TRUMP : (uint8_t)trump};
        f->order = (int8_t)order;
        f->complete = f->partner_known && !needs_trump;
        kr_judge_play(d, &q);
    }
    if (!d->scored || !f->settled || !memcmp(d->record->score, f->settlement, sizeof f->settlement)) return;
    kr_note(d, KR_WARNING, KR_AT_SCORE, 0, KR_SCORE_DIFFERS, f->settlement);
}

static void judge_game(kr_draft *d)
{
    const kr_record *r = d->record;
    const int misread = d->errors > 0;
    kr_auction auction;
    const int followed = judge_auction(d, &auction);
    const int leader = r->play < 0 ? KR_UNSAID : r->play;
    if (r->ill & KR_ILL_PLAY) d->errors++;
    if (misread) { /* Errors in earlier parts would cause false errors in the play. So check each cell only by
                    * itself. */
        kr_judge_cells(d);
        return;
    }
    d->facts->forehand = (int8_t)d->forehand;
    settle_contract(d, followed ? &auction : NULL, leader);
    const kr_contract_row *c = kr_contract_of(d);
    if (!c) {
        if (r->cells && !d->errors) kr_fail(d, KR_AT_PLAY, 0, KR_PLAY_NO_CONTRACT, 0, 0, 0);
        kr_judge_words(d);
        return;
    }
    judge_parties(d, c);
    judge_called_and_trump(d, c);
    find_leader(d, c, leader);
    find_partner(d, c);
    kr_judge_words(d);
    count_announced_contra(d);
    judge_discard(d);
    if (!d->errors)
        judge_contract_play(d, c);
    else if (leader >= 0)
        kr_judge_cells(d);
}

/* Judge a record once, with the hands that the record contains. Return the number of problems. kr_judge may then judge
 * the record again, with hands that follow from the play. */
static size_t judge_as_written(const kr_game_row *game, const kr_record *record, const kr_record_columns *columns,
                               kr_facts *facts, kr_problem *problem)
{
    kr_draft d = {.game = game, .record = record, .facts = facts, .problem = problem, .forehand = KR_UNSAID};
    d.call = columns->call + record->first_call;
    d.word = columns->word + record->first_word;
    d.cell = columns->cell + record->first_cell;
    memset(facts, 0, sizeof *facts);
    facts->contract = facts->declarer = facts->second = facts->partner = facts->trump = KR_UNSAID;
    facts->leader = facts->order = facts->called = KR_UNSAID;
    facts->forehand = facts->raised_by = facts->contra_by = KR_UNSAID;
    facts->raised = KR_NONE;
    if (record->ill & KR_ILL_TAGS) d.errors++;
    kr_judge_deal(&d);
    judge_tags(&d);
    facts->forehand = (int8_t)d.forehand;
    if (!(record->flags & KR_ONLY_DEAL)) judge_game(&d);
    return d.problems;
}

/* Set `hands` to the cards that each seat played. Return 1, or 0 if not all cards were played. */
static int hands_from_turns(const kr_game_row *game, const kr_facts *f, uint32_t hands[4])
{
    if (f->cards != game->size * game->seats) return 0;
    memset(hands, 0, 4 * sizeof *hands);
    for (int i = 0; i < f->cards; i++) hands[f->card[i].seat] |= KR_BIT(f->card[i].card);
    return 1;
}

size_t kr_judge(const kr_game_row *game, const kr_record *record, const kr_record_columns *columns, kr_facts *facts,
                kr_problem *problem)
{
    const size_t problems = judge_as_written(game, record, columns, facts, problem);
    kr_record whole = *record;
    if (problems || facts->has_deal || !(record->flags & KR_IN_TURNS) || game->talon) return problems;
    if (!hands_from_turns(game, facts, whole.hands)) return 0;
    whole.known = (uint8_t)((1u << game->seats) - 1);
    whole.deal = 0;
    return judge_as_written(game, &whole, columns, facts, problem);
}
