/* draft.c - add problems to a record while it is judged, and look up its cards. */
#include "draft.h"

#include <string.h>

void kr_note(kr_draft *d, int severity, int place, int index, int code, const int32_t arg[4])
{
    kr_problem *p = &d->problem[d->problems++];
    *p = (kr_problem){.code = (uint8_t)code, .severity = (uint8_t)severity, .place = (uint8_t)place, .index = index};
    memcpy(p->arg, arg, sizeof p->arg);
    d->errors += severity == KR_ERROR;
}

void kr_fail(kr_draft *d, int place, int index, int code, int a, int b, int c)
{
    const int32_t arg[4] = {a, b, c, 0};
    kr_note(d, KR_ERROR, place, index, code, arg);
}

int kr_holder(const kr_draft *d, int card)
{
    for (int seat = 0; seat < 4; seat++)
        if (kr_knows_hand(d, seat) && d->facts->hands[seat] >> card & 1) return seat;
    return KR_UNSAID;
}
