/* careful_words.c - list what a careful player may say in trick 1, and record what the player says. Words are
 * marriages, the announcements "100" and "all tricks", a raise of the contract, and Contra.
 */
#include "careful_table.h"

/* Write to the view each saying that consists of declared marriages and announcements. If the contract has
 * announcements, there are four sayings for each set of marriages: with or without the announcement "100", and with or
 * without the announcement "all tricks". If the contract has no announcements, there is a single saying with all
 * marriages, because it is never wrong to declare a marriage. */
static void list_declarations(kr_careful_table *t, const kr_stand *s, int seat)
{
    kr_careful_view *v = &t->view;
    const unsigned held = (unsigned)kr_couples(&s->measure.task, &s->at, seat);
    if (!kr_announces(kr_settled_goal(s->measure.contract))) {
        v->saying[0].suits = (uint8_t)held;
        return;
    }
    v->sayings = 0;
    for (unsigned suits = 0;; suits = (suits - held) & held) {
        for (int both = 0; both < 4; both++) {
            const int hundred = both & 1, all = both >> 1;
            v->saying[v->sayings++] = (kr_saying){
                .suits = (uint8_t)suits, .hundred = (uint8_t)hundred, .all = (uint8_t)all, .level = KR_UNSAID,
                .words = (uint8_t)(kr_count(suits) + hundred + all)};
        }
        if (suits == held) return;
    }
}

/* Append to the view one saying for each contract to which the seat may raise. Return enum kr_status. */
static int list_raises(kr_careful_table *t, int seat)
{
    const uint32_t levels = kr_raises_of(&t->followed, t->level, seat);
    kr_careful_view *v = &t->view;
    int raises = 0;
    for (int level = 0; level < t->game->contracts; level++) {
        if (!(levels >> level & 1)) continue;
        if (raises == KR_RAISES || v->sayings == KR_SAYINGS) return KR_BAD_TASK;
        kr_stand *raised = &t->raised[raises++];
        const int status = kr_careful_stand(t, seat, level, raised);
        if (status) return status;
        v->saying[v->sayings++] = (kr_saying){.level = (int8_t)level, .words = 1, .raised = raised};
    }
    return KR_OK;
}

/* Return the declarations and announcements of a seat that has spoken in the record, but has not yet played a card.
 * Leave out a raise or Contra of the record, because it is already in force. */
static kr_saying said_before(const kr_careful_table *t, int seat)
{
    const kr_words *words = &t->followed.words;
    return (kr_saying){
        .suits = words->suits[seat], .hundred = words->hundred >> seat & 1, .all = words->all >> seat & 1,
        .level = KR_UNSAID};
}

int kr_careful_sayings(kr_careful_table *t, int seat)
{
    const kr_stand *s = &t->stand[t->holder];
    kr_careful_view *v = &t->view;
    v->sayings = 1;
    v->saying[0] = (kr_saying){.level = KR_UNSAID};
    if (t->facts.cards >= s->prep.players) return KR_OK;
    if (t->spoken >> seat & 1) {
        v->saying[0] = said_before(t, seat);
        return KR_OK;
    }
    if (s->at.declaring >> seat & 1) list_declarations(t, s, seat);
    const int status = list_raises(t, seat);
    if (status || !kr_may_say_contra(&t->followed, t->contra, seat)) return status;
    if (v->sayings == KR_SAYINGS) return KR_BAD_TASK;
    v->saying[v->sayings++] = (kr_saying){.level = KR_UNSAID, .words = 1, .contra = 1};
    return KR_OK;
}

int kr_careful_say(kr_careful_table *t, int seat, const kr_saying *saying)
{
    kr_words *words = &t->followed.words;
    kr_facts *f = &t->facts;
    const uint8_t bit = (uint8_t)(1u << seat);
    if (t->spoken >> seat & 1) return KR_OK;
    for (int suit = 0; suit < 4; suit++) {
        if (!(saying->suits >> suit & 1)) continue;
        words->suits[seat] |= (uint8_t)(1u << suit);
        if (f->marriages == KR_MAX_WORDS) return KR_BAD_FACTS;
        f->marriage[f->marriages++] = (kr_fact_marriage){
            .seat = (int8_t)seat, .suit = (int8_t)suit, .points = t->game->marriage[suit == f->trump]};
    }
    if (saying->hundred) words->hundred |= bit;
    if (saying->all) words->all |= bit;
    if (saying->contra) {
        words->contra |= bit;
        f->contra_by = (int8_t)seat;
        t->contra_by |= bit;
        t->contra++;
    }
    if (saying->level < 0) return KR_OK;
    words->raiser = (uint8_t)seat;
    words->level = (uint8_t)saying->level;
    f->raised_by = (int8_t)seat;
    t->level = saying->level;
    return kr_careful_open(t);
}
