/* scan.c - games of KPN that hold a deal and little else, from a caller's buffer into columns.
 *
 * A plain game is one whose lines are all [Name "value"] with the tags below, each once, its deal whole and
 * right, in French letters as they are written. Of everything else only where it ends is told: the reader of
 * records must look at it.
 */
#include "scan.h"

#include <string.h>

enum tag { GAME, DEALER, DEAL, TALON, BOARD, NAMED };

/* The tags of a plain game; from NAMED on their values are of no interest. */
static const char *const names[] = {"Game", "Dealer", "Deal", "Talon", "Board", "Event",
                                    "Site", "Date", "West", "North", "East", "South"};
#define NAMES (sizeof names / sizeof *names)

static const char seats[] = "NESW", suits[] = "SHDC", ranks[] = "789TJQKA";

typedef struct span {
    const char *at;
    size_t size;
} span;

typedef struct game {
    span values[NAMES];
    unsigned given; /* bits of enum tag */
    size_t end;     /* behind its last line */
    uint32_t lines;
} game;

static int place(const char *letters, char c)
{
    const char *found = c ? strchr(letters, c) : NULL;
    return found ? (int)(found - letters) : -1;
}

/* The line of a tag at `at`; where the next line begins, or 0 if it is not plain. */
static size_t read_tag(const char *text, size_t size, size_t at, game *out)
{
    if (at >= size || text[at] != '[') return 0;
    const char *name = text + at + 1, *end = text + size, *p = name;
    while (p < end && ((*p >= 'a' && *p <= 'z') || (*p >= 'A' && *p <= 'Z'))) p++;
    size_t length = (size_t)(p - name), tag = 0;
    while (tag < NAMES && (strlen(names[tag]) != length || memcmp(names[tag], name, length))) tag++;
    if (tag == NAMES || out->given >> tag & 1 || end - p < 2 || p[0] != ' ' || p[1] != '"') return 0;
    const char *value = p += 2;
    while (p < end && *p >= ' ' && *p <= '~' && *p != '"' && *p != '\\') p++;
    if (end - p < 2 || p[0] != '"' || p[1] != ']') return 0;
    if ((p - value == 1 && *value == '#') || p - value > KR_SCAN_TAG) return 0;
    out->given |= 1u << tag;
    out->values[tag] = (span){value, (size_t)(p - value)};
    p += 2;
    if (p < end && *p != '\n') return 0;
    return (size_t)(p - text) + (p < end);
}

/* The tags between here and the next blank line; 0 if something else is there. */
static int read_tags(const char *text, size_t size, size_t at, game *out)
{
    *out = (game){.end = at};
    do {
        at = read_tag(text, size, at, out);
        if (!at) return 0;
        out->lines++;
        out->end = at;
    } while (at < size && text[at] != '\n');
    return 1;
}

/* One hand, up to a blank or the end; 0 if it is not one. */
static uint32_t read_hand(span *rest)
{
    uint32_t mask = 0;
    int suit = 0;
    for (; rest->size && *rest->at != ' '; rest->at++, rest->size--) {
        if (*rest->at == '.') {
            if (++suit > 3) return 0;
            continue;
        }
        int rank = place(ranks, *rest->at);
        if (rank < 0 || mask >> (8 * suit + rank) & 1) return 0;
        mask |= UINT32_C(1) << (8 * suit + rank);
    }
    return suit == 3 ? mask : 0;
}

static int read_deal(span value, const kr_pack *p, uint32_t hands[4])
{
    if (value.size < 2 || value.at[1] != ':') return 0;
    int first = place(seats, value.at[0]), size = 0;
    if (first < 0 || first >= p->seats) return 0;
    value = (span){value.at + 2, value.size - 2};
    uint32_t seen = 0;
    memset(hands, 0, 4 * sizeof *hands);
    for (int i = 0; i < p->seats; i++) {
        if (i) {
            if (!value.size) return 0;
            value = (span){value.at + 1, value.size - 1};
        }
        uint32_t hand = read_hand(&value);
        int count = __builtin_popcount(hand);
        if (!hand || hand & (seen | ~p->cards) || (i && count != size)) return 0;
        seen |= hand;
        size = count;
        hands[(first + i) % p->seats] = hand;
    }
    return !value.size && (size == p->size || (p->endings && size < p->size));
}

/* The talon as given, or what the hands leave of the pack. */
static int read_talon(const game *in, const kr_pack *p, const uint32_t hands[4], uint32_t *talon)
{
    uint32_t held = hands[0] | hands[1] | hands[2] | hands[3];
    *talon = 0;
    if (!p->talon) return !(in->given >> TALON & 1);
    if (!(in->given >> TALON & 1)) {
        *talon = p->cards & ~held;
        return 1;
    }
    span value = in->values[TALON];
    if (value.size != 3u * p->talon - 1) return 0;
    for (size_t i = 0; i < p->talon; i++) {
        const char *word = value.at + 3 * i;
        int suit = place(suits, word[0]), rank = place(ranks, word[1]);
        if (suit < 0 || rank < 0 || (i && word[-1] != ' ')) return 0;
        uint32_t card = UINT32_C(1) << (8 * suit + rank);
        if (card & (held | *talon | ~p->cards)) return 0;
        *talon |= card;
    }
    return 1;
}

/* The number of the game, -1 if it is none of those known. */
static int find_game(const kr_scan *s, const game *in)
{
    if (s->forced < s->games) return (int)s->forced;
    span value = in->values[GAME];
    for (size_t i = 0; i < s->games; i++)
        if (strlen(s->game[i].id) == value.size && !memcmp(s->game[i].id, value.at, value.size)) return (int)i;
    return -1;
}

/* A plain game into row `row` (or nowhere, if that is KR_NO_ROW); 0 if it is not plain. */
#define KR_NO_ROW SIZE_MAX
static int read_game(kr_scan *s, size_t at, size_t row, game *in)
{
    if (!read_tags(s->text, s->size, at, in) || !(in->given >> DEAL & 1)) return 0;
    int number = find_game(s, in), dealer = -1;
    if (number < 0) return 0;
    const kr_pack *p = &s->game[number].pack;
    if (in->given >> DEALER & 1) {
        dealer = in->values[DEALER].size == 1 ? place(seats, in->values[DEALER].at[0]) : -1;
        if (dealer < 0 || dealer >= p->seats) return 0;
    }
    span board = in->values[BOARD];
    if (board.size > KR_SCAN_BOARD) return 0;
    if (board.size == 1 && *board.at == '?') board.size = 0;
    uint32_t hands[4], talon;
    if (!read_deal(in->values[DEAL], p, hands) || !read_talon(in, p, hands, &talon)) return 0;
    if (row == KR_NO_ROW) return 1;
    for (int i = 0; i < 4; i++) s->hands[i][row] = hands[i];
    s->talon[row] = talon;
    s->game_of[row] = (int8_t)number;
    s->dealer[row] = (int8_t)dealer;
    s->line_of[row] = s->line;
    s->index_of[row] = s->index;
    if (board.size) memcpy(s->boards + s->boarded, board.at, board.size);
    s->board_end[row] = (int32_t)(s->boarded += board.size);
    return 1;
}

size_t kr_scan_plain(kr_scan *s, size_t row, size_t room)
{
    game in;
    while (row < room) {
        while (s->at < s->size && s->text[s->at] == '\n') {
            s->at++;
            s->line++;
        }
        if (s->at >= s->size || !read_game(s, s->at, row, &in)) break;
        s->last = s->at;
        s->at = in.end;
        s->line += in.lines;
        s->index++;
        row++;
    }
    return row;
}

void kr_scan_other(kr_scan *s)
{
    int open = 0; /* a brace that may begin a comment has not been closed */
    game in;
    while (s->at < s->size) {
        char c = s->text[s->at++];
        if (c == '{') open = 1;
        if (c == '}') open = 0;
        if (c != '\n') continue;
        s->line++;
        if (s->at >= s->size || s->text[s->at] != '\n') continue;
        while (s->at < s->size && s->text[s->at] == '\n') {
            s->at++;
            s->line++;
        }
        if (!open && read_game(s, s->at, KR_NO_ROW, &in)) return;
    }
}
