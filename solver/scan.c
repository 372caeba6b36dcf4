/* scan.c - read plain games from a text in KPN (the format of hand records) into columns. The caller owns all buffers.
 *
 * In a plain game all lines are tags of the form [Name "value"]. Only the tags of the list `names` occur, each at most
 * once and in ASCII. The deal is complete and valid. Its cards are written with French letters in their usual case.
 */
#include "scan.h"

#include "scan_text.h"

#include <string.h>

enum tag { GAME, DEALER, DEAL, TALON, BOARD, TAGS = BOARD + 8 };

static const char *const names[TAGS] = {"Game", "Dealer", "Deal", "Talon", "Board", "Event",
                                        "Site", "Date",   "West", "North", "East",  "South"};

/* The tags of a plain game. */
typedef struct deal_tags {
    kr_span value[TAGS];
    unsigned present; /* mask of the tags (enum tag) that the game has */
    size_t size;      /* size of the game's lines in bytes */
    uint32_t lines;   /* number of the game's lines */
} deal_tags;

static int has_tag(const deal_tags *in, int tag) { return in->present >> tag & 1; }

static int add_tag(deal_tags *in, const kr_tag_line *line)
{
    for (int tag = 0; tag < TAGS; tag++)
        if (names[tag][0] == *line->name.at && kr_is_text(line->name, names[tag])) {
            if (has_tag(in, tag) || line->wide || line->escaped) return 0;
            in->present |= 1u << tag;
            in->value[tag] = line->value;
            return 1;
        }
    return 0;
}

/* Read the tags up to the next blank line. Return 0 if a line is not a plain tag or the tag Deal is missing, else 1. */
static int read_tags(kr_span text, deal_tags *in)
{
    size_t at = 0;
    in->present = in->lines = 0;
    while (at < text.size && text.at[at] != '\n') {
        kr_tag_line line;
        if (!kr_read_tag_line((kr_span){text.at + at, text.size - at}, &line) || !add_tag(in, &line)) return 0;
        at += line.size;
        in->lines++;
    }
    in->size = at;
    return has_tag(in, DEAL);
}

static int read_deal(kr_span value, const kr_pack *p, uint32_t hands[4])
{
    if (value.size < 3 || value.at[1] != ':' || value.at[2] == ' ') return 0;
    const int first = kr_letter_place(KR_SEAT_LETTERS, value.at[0]);
    if (first < 0 || first >= p->seats) return 0;
    kr_span rest = {value.at + 2, value.size - 2};
    uint32_t held = 0;
    int size = 0;
    memset(hands, 0, 4 * sizeof *hands);
    for (int i = 0; i < p->seats; i++) {
        uint32_t hand;
        if (!kr_read_hand(kr_next_word(&rest, NULL), &hand) || !hand || hand & (held | ~p->cards)) return 0;
        const int count = __builtin_popcount(hand);
        if (i && count != size) return 0;
        size = count;
        held |= hand;
        hands[(first + i) % p->seats] = hand;
    }
    return !rest.size && (size == p->size || (p->endings && size < p->size));
}

/* Write the mask of the talon's cards to `talon`. The tag Talon names these cards. If this tag is missing and the game
 * has a talon, the talon consists of all cards of the pack that lie in no hand. Return 0 if the tag is not valid, else
 * 1. */
static int read_talon(const deal_tags *in, const kr_pack *p, const uint32_t hands[4], uint32_t *talon)
{
    const uint32_t free_cards = p->cards & ~(hands[0] | hands[1] | hands[2] | hands[3]);
    *talon = 0;
    if (!has_tag(in, TALON)) {
        if (p->talon) *talon = free_cards;
        return 1;
    }
    int count = 0;
    for (kr_span rest = in->value[TALON]; rest.size; count++) {
        const int card = kr_word_card(kr_next_word(&rest, NULL));
        if (card < 0 || !((free_cards & ~*talon) >> card & 1)) return 0;
        *talon |= UINT32_C(1) << card;
    }
    return count && count == p->talon;
}

/* Return the kind of game of a record, as an index in kr_scan.game. Return -1 if the kind is unknown. */
static int find_game(const kr_scan *s, const deal_tags *in)
{
    if (s->forced < s->games) return (int)s->forced;
    if (!has_tag(in, GAME)) return -1;
    for (size_t i = 0; i < s->games; i++)
        if (kr_is_text(in->value[GAME], s->game[i].id)) return (int)i;
    return -1;
}

static void keep_board(kr_scan *s, const deal_tags *in)
{
    const int is_known = has_tag(in, BOARD) && !kr_is_text(in->value[BOARD], "?");
    const size_t size = is_known ? in->value[BOARD].size : 0;
    if (size) memcpy(s->boards + s->board_bytes, in->value[BOARD].at, size);
    s->board_bytes += (int32_t)size;
    s->board_end[s->count] = s->board_bytes;
}

/* Read the game at offset `at`. If `keep` is 1, store the game in the columns. Return the offset behind the game, or 0
 * if the game is not plain. `lines` receives the number of lines of the game. */
static size_t take_deal(void *scan, size_t at, int keep, uint32_t *lines)
{
    kr_scan *s = scan;
    deal_tags in;
    uint32_t hands[4], talon;
    if (!read_tags((kr_span){s->place.text + at, s->place.size - at}, &in)) return 0;
    const int number = find_game(s, &in);
    if (number < 0) return 0;
    const kr_pack *p = &s->game[number].pack;
    const int dealer = has_tag(&in, DEALER) ? kr_value_letter(in.value[DEALER], KR_SEAT_LETTERS) : -1;
    if (has_tag(&in, DEALER) && (dealer < 0 || dealer >= p->seats)) return 0;
    if (has_tag(&in, BOARD) && in.value[BOARD].size > KR_SCAN_BOARD) return 0;
    if (!read_deal(in.value[DEAL], p, hands) || !read_talon(&in, p, hands, &talon)) return 0;
    *lines = in.lines;
    if (!keep) return at + in.size;
    keep_board(s, &in);
    for (int i = 0; i < 4; i++) s->hands[i][s->count] = hands[i];
    s->talon[s->count] = talon;
    s->game_of[s->count] = (int8_t)number;
    s->dealer[s->count] = (int8_t)dealer;
    s->line_of[s->count] = s->place.line;
    s->index_of[s->count] = s->place.index;
    s->count++;
    return at + in.size;
}

void kr_scan_deals(kr_scan *s) { kr_walk_games(&s->place, take_deal, s, s->room - s->count); }

void kr_scan_past_deals(kr_scan *s) { kr_walk_past(&s->place, take_deal, s); }
