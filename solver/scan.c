/* scan.c - games of KPN that hold a deal and little else, or an ordinary game, from a caller's buffer into columns.
 *
 * A plain game is one whose lines are all [Name "value"] with the tags below, each once, its deal whole and
 * right, in French letters as they are written; where whole games are wanted, with the lines of its sections and
 * ordinary (log.h). Of everything else only where it ends is told: the reader of records must look at it.
 */
#include "scan.h"

#include <string.h>

enum tag { GAME, DEALER, DEAL, TALON, BOARD, DEAL_TAGS = BOARD + KR_LOG_TEXTS, CONTRACT = DEAL_TAGS, DECLARER, SECOND, FACE_DOWN, CALLED,
           TRUMP, ANNOUNCE, SCORE, AUCTION, PLAY };

/* The tags of a plain game, up to DEAL_TAGS those of a deal; from BOARD on texts. */
static const char *const names[] = {"Game", "Dealer", "Deal", "Talon", "Board", "Event", "Site", "Date", "West", "North",
                                    "East", "South", "Contract", "Declarer", "Second", "FaceDown", "Called", "Trump",
                                    "Announce", "Score", "Auction", "Play"};
#define NAMES (sizeof names / sizeof *names)

static const char seats[] = "NESW", suits[] = "SHDC", ranks[] = "789TJQKA";

typedef struct span {
    const char *at;
    size_t size;
} span;

typedef struct game {
    span values[NAMES];
    span said, played; /* the lines of the sections */
    unsigned given;    /* bits of enum tag */
    size_t end;     /* behind its last line */
    uint32_t lines;
} game;

static int place(const char *letters, char c)
{
    const char *found = c ? strchr(letters, c) : NULL;
    return found ? (int)(found - letters) : -1;
}

/* The bytes of a character of UTF-8 that is not ASCII, 0 if it is none. */
static size_t wide(const char *at, const char *end)
{
    const unsigned char *p = (const unsigned char *)at;
    const size_t size = p[0] >= 0xF0 ? 4 : p[0] >= 0xE0 ? 3 : 2, left = (size_t)(end - at);
    if (p[0] < 0xC2 || p[0] > 0xF4 || left < size) return 0;
    for (size_t i = 1; i < size; i++)
        if ((p[i] & 0xC0) != 0x80) return 0;
    const int low = p[0] == 0xE0 ? 0xA0 : p[0] == 0xF0 ? 0x90 : 0x80, high = p[0] == 0xED ? 0x9F : p[0] == 0xF4 ? 0x8F : 0xBF;
    return p[1] >= low && p[1] <= high ? size : 0;
}

/* The line of a tag at `at`; where the next line begins, or 0 if it is not plain. */
static size_t read_tag(const kr_scan *s, size_t at, game *out, size_t *tag)
{
    const char *text = s->text;
    if (at >= s->size || text[at] != '[') return 0;
    const size_t tags = s->log ? NAMES : DEAL_TAGS;
    const char *name = text + at + 1, *end = text + s->size, *p = name;
    while (p < end && ((*p >= 'a' && *p <= 'z') || (*p >= 'A' && *p <= 'Z'))) p++;
    const size_t length = (size_t)(p - name);
    if (!length) return 0;
    for (*tag = 0; *tag < tags; ++*tag)
        if (names[*tag][0] == *name && strlen(names[*tag]) == length && !memcmp(names[*tag], name, length)) break;
    if (*tag == tags || out->given >> *tag & 1 || end - p < 2 || p[0] != ' ' || p[1] != '"') return 0;
    const char *value = p += 2;
    for (size_t more = 1; more && p < end && *p != '"' && *p != '\\'; p += more)
        more = *p >= ' ' && *p <= '~' ? 1 : *tag >= BOARD && *tag < DEAL_TAGS && s->log ? wide(p, end) : 0;
    if (end - p < 2 || p[0] != '"' || p[1] != ']') return 0;
    if ((p - value == 1 && *value == '#') || p - value > KR_SCAN_TAG) return 0;
    out->given |= 1u << *tag;
    out->values[*tag] = (span){value, (size_t)(p - value)};
    p += 2;
    if (p < end && *p != '\n') return 0;
    return (size_t)(p - text) + (p < end);
}

/* The lines of a section, which begin with a word. */
static size_t read_lines(const kr_scan *s, size_t at, game *out, span *lines)
{
    *lines = (span){s->text + at, 0};
    while (at < s->size && s->text[at] != '[' && s->text[at] > ' ') {
        while (at < s->size && s->text[at] != '\n') at++;
        at += at < s->size;
        out->lines++;
    }
    lines->size = (size_t)(s->text + at - lines->at);
    return at;
}

/* The tags between here and the next blank line; 0 if something else is there. */
static int read_tags(const kr_scan *s, size_t at, game *out)
{
    size_t tag;
    *out = (game){.end = at};
    do {
        at = read_tag(s, at, out, &tag);
        if (!at) return 0;
        out->lines++;
        if (tag == AUCTION || tag == PLAY) at = read_lines(s, at, out, tag == PLAY ? &out->played : &out->said);
        out->end = at;
    } while (at < s->size && s->text[at] != '\n');
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

static int letter(span value, const char *letters)
{
    return value.size == 1 ? place(letters, value.at[0]) : -1;
}

static int card_of(const char *at)
{
    const int suit = place(suits, at[0]), rank = suit < 0 ? -1 : place(ranks, at[1]);
    return rank < 0 ? -1 : 8 * suit + rank;
}

/* The word at the front, cut off with the space before it; empty at the end. */
static span next_word(span *rest)
{
    while (rest->size && (*rest->at == ' ' || *rest->at == '\n')) *rest = (span){rest->at + 1, rest->size - 1};
    span word = {rest->at, 0};
    while (word.size < rest->size && word.at[word.size] > ' ') word.size++;
    *rest = (span){rest->at + word.size, rest->size - word.size};
    return word;
}

static int is(span word, const char *text) { return word.size == strlen(text) && !memcmp(word.at, text, word.size); }

static int find_contract(const kr_scan_log *l, int number, span name)
{
    const kr_log_game *g = &l->rules.game[number];
    for (int i = 0; i < g->contracts; i++)
        if (is(name, l->rules.contract[g->contract + (uint32_t)i].id)) return i;
    return -1;
}

/* The calls of an auction; -1 if one of them is not plain. */
static int read_calls(const kr_scan_log *l, int number, span text, int8_t *call)
{
    int count = 0;
    for (span word; (word = next_word(&text)).size; count++) {
        if (count == KR_LOG_CALLS) return -1;
        const int passes = is(word, "gut") || is(word, "pass") || is(word, "weiter");
        const int bid = passes ? KR_LOG_PASS : is(word, "mit") ? KR_LOG_SECOND : find_contract(l, number, word);
        if (bid == -1 && !passes) return -1;
        call[count] = (int8_t)bid;
    }
    return text.size ? -1 : count;
}

/* Tricks of a line each, columns by seat; -1 if something else is there. */
static int read_tricks(span text, int columns, int8_t *card)
{
    const size_t line = 3 * (size_t)columns;
    int count = 0;
    for (const char *at = text.at, *end = text.at + text.size; at < end; at += line) {
        if ((size_t)(end - at) < line - 1 || count + columns > KR_LOG_CARDS) return -1;
        for (int i = 0; i < columns; i++) {
            const int c = card_of(at + 3 * i);
            if (c < 0 || (at + 3 * i + 2 < end && at[3 * i + 2] != (i + 1 < columns ? ' ' : '\n'))) return -1;
            card[count++] = (int8_t)c;
        }
    }
    return count;
}

/* "N 40 H; E 20 S; S 100; S all", in the order of the turns; 0 if it is not plain. */
static int read_says(span text, int leader, int trump, uint8_t says[4])
{
    int last = 0;
    while (text.size) {
        const span who = next_word(&text), what = next_word(&text);
        const int seat = letter(who, seats);
        if (seat < 0 || ((seat - leader) & 3) < last) return 0;
        last = (seat - leader) & 3;
        unsigned word = 0;
        size_t end = what.size;
        if (is(what, "20") || is(what, "40")) {
            const span suit = next_word(&text);
            const int number = suit.size ? place(suits, *suit.at) : -1;
            if (number < 0 || (number == trump) != (*what.at == '4')) return 0;
            word = 1u << number;
            end = suit.size;
            if (end != 1 && !(end == 2 && suit.at[1] == ';')) return 0;
            end = end == 2;
        } else {
            const span bare = {what.at, what.size - (what.size && what.at[what.size - 1] == ';')};
            word = is(bare, "100") ? KR_SAYS_HUNDRED : is(bare, "all") ? KR_SAYS_ALL : 0;
            end = bare.size != what.size;
        }
        if (!word || says[seat] & word || end != (text.size > 0)) return 0;
        says[seat] |= (uint8_t)word;
    }
    return 1;
}

/* "E:HA N:C9" of the two who lay a card: those they play to trick 1; 0 if it is not plain. */
static int read_laid(span text, const kr_log_row *r)
{
    unsigned seen = 0;
    for (span word; (word = next_word(&text)).size;) {
        const int seat = place(seats, *word.at);
        if (seat < 0 || word.size != 4 || word.at[1] != ':' || (seat != r->declarer && seat != r->second) || seen >> seat & 1) return 0;
        if (r->second < 0 || card_of(word.at + 2) != r->column[(seat - r->leader) & 3]) return 0;
        seen |= 1u << seat;
    }
    return 1;
}

/* "N:-40 E:-40 S:40 W:40", every seat once; 0 if it is not plain. */
static int read_score(span text, int count, int32_t score[4])
{
    unsigned seen = 0;
    memset(score, 0, 4 * sizeof *score);
    for (span word; (word = next_word(&text)).size;) {
        const int seat = place(seats, *word.at), minus = word.size > 2 && word.at[2] == '-';
        const size_t first = 2 + (size_t)minus;
        if (seat < 0 || seat >= count || seen >> seat & 1 || word.size <= first || word.size > first + 8) return 0;
        if (word.at[1] != ':') return 0;
        int32_t sum = 0;
        for (size_t i = first; i < word.size; i++) {
            if (word.at[i] < '0' || word.at[i] > '9') return 0;
            sum = 10 * sum + (word.at[i] - '0');
        }
        score[seat] = minus ? -sum : sum;
        seen |= 1u << seat;
    }
    return seen == (1u << count) - 1;
}

/* What is written of a whole game, from row `row` on where it is kept; 0 if it is not plain, or not ordinary. */
static int read_whole(kr_scan_log *l, const game *in, int number, int dealer, int count, const uint32_t hands[4],
                      size_t row, int keep)
{
    int8_t call[KR_LOG_CALLS], column[KR_LOG_CARDS], card[KR_LOG_CARDS];
    uint8_t says[4] = {0};
    int32_t score[4];
    kr_log_facts facts;
    const unsigned given = in->given;
    kr_log_row r = {.hands = hands, .game = number, .dealer = dealer, .contract = -1, .declarer = -1, .second = -1,
                    .called = -1, .trump = -1, .opener = -1, .calls = -1, .call = call, .column = column, .card = card, .says = says};
    if (given >> TALON & 1 || !(given >> CONTRACT & 1) || !(given >> PLAY & 1)) return 0;
    r.contract = find_contract(l, number, in->values[CONTRACT]);
    r.leader = letter(in->values[PLAY], seats);
    if (r.contract < 0 || r.leader < 0 || r.leader >= count) return 0;
    if (given >> DECLARER & 1 && ((r.declarer = letter(in->values[DECLARER], seats)) < 0 || r.declarer >= count)) return 0;
    if (given >> SECOND & 1 && ((r.second = letter(in->values[SECOND], seats)) < 0 || r.second >= count)) return 0;
    if (given >> TRUMP & 1 && (r.trump = letter(in->values[TRUMP], suits)) < 0) return 0;
    if (given >> CALLED & 1 && (in->values[CALLED].size != 2 || (r.called = card_of(in->values[CALLED].at)) < 0)) return 0;
    if (given >> SCORE & 1) {
        if (!read_score(in->values[SCORE], count, score)) return 0;
        r.score = score;
    }
    if (given >> AUCTION & 1) {
        r.opener = letter(in->values[AUCTION], seats);
        r.calls = read_calls(l, number, in->said, call);
        if (r.opener < 0 || r.calls < 0) return 0;
    }
    const int trump = r.trump < 0 && r.called >= 0 && l->rules.game[number].called_trump ? r.called >> 3 : r.trump;
    if (given >> ANNOUNCE & 1 && !read_says(in->values[ANNOUNCE], r.leader, trump, says)) return 0;
    if ((r.cards = read_tricks(in->played, count, column)) <= 0) return 0;
    if (given >> FACE_DOWN & 1 && !read_laid(in->values[FACE_DOWN], &r)) return 0;
    for (size_t i = 0; i < KR_LOG_TEXTS; i++)
        if (in->values[BOARD + i].size > KR_LOG_TEXT) return 0;
    if (l->as_played) {
        r.column = NULL;
        memcpy(card, column, (size_t)r.cards);
    }
    if (!kr_choose_engine(-1)->log_check(l->ctx, &l->rules, &r, &facts)) return 0;
    if (!keep) return 1;
    l->contract[row] = (int8_t)r.contract;
    l->second[row] = (int8_t)r.second;
    l->called[row] = (int8_t)r.called;
    l->opener[row] = (int8_t)r.opener;
    if (r.calls > 0) {
        memcpy(l->call + l->calls, call, (size_t)r.calls);
        l->calls += r.calls;
    }
    memcpy(l->card + l->cards, card, (size_t)r.cards);
    l->cards += r.cards;
    l->call_end[row] = l->calls;
    l->card_end[row] = l->cards;
    memcpy(l->says + 4 * row, says, 4);
    l->scored[row] = r.score != NULL;
    l->shape[row] = facts.shape;
    l->declarer[row] = facts.declarer;
    l->leader[row] = facts.leader;
    l->trump[row] = facts.trump;
    l->partner[row] = facts.partner;
    memcpy(l->tricks + 4 * row, facts.tricks, sizeof facts.tricks);
    memcpy(l->points + 4 * row, facts.points, sizeof facts.points);
    memcpy(l->settlement + 4 * row, facts.settlement, sizeof facts.settlement);
    for (size_t i = 0; i < KR_LOG_TEXTS; i++) {
        const span value = in->values[BOARD + i];
        if (value.size) memcpy(l->text[i] + l->texts[i], value.at, value.size);
        l->text_end[i][row] = l->texts[i] += (int32_t)value.size;
    }
    return 1;
}

/* A plain game into row `row` (or nowhere, if that is KR_NO_ROW); 0 if it is not plain. */
#define KR_NO_ROW SIZE_MAX
static int read_game(kr_scan *s, size_t at, size_t row, game *in)
{
    if (!read_tags(s, at, in) || !(in->given >> DEAL & 1)) return 0;
    int number = find_game(s, in), dealer = -1;
    if (number < 0) return 0;
    const kr_pack *p = &s->game[number].pack;
    if (in->given >> DEALER & 1) {
        dealer = letter(in->values[DEALER], seats);
        if (dealer < 0 || dealer >= p->seats) return 0;
    }
    span board = in->values[BOARD];
    if (board.size > KR_SCAN_BOARD && !s->log) return 0;
    if (board.size == 1 && *board.at == '?') board.size = 0;
    uint32_t hands[4], talon;
    if (!read_deal(in->values[DEAL], p, hands) || !read_talon(in, p, hands, &talon)) return 0;
    if (s->log && !read_whole(s->log, in, number, dealer, p->seats, hands, row, row != KR_NO_ROW)) return 0;
    if (row == KR_NO_ROW) return 1;
    for (int i = 0; i < 4; i++) s->hands[i][row] = hands[i];
    s->talon[row] = talon;
    s->game_of[row] = (int8_t)number;
    s->dealer[row] = (int8_t)dealer;
    s->line_of[row] = s->line;
    s->index_of[row] = s->index;
    if (s->log) return 1;
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
