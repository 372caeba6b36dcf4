/* test_scan.c - test the scan of whole games in texts that are cut off anywhere, and in texts with arbitrary bytes. */
#include <stdlib.h>
#include <string.h>

#include "scan_record.h"
#include "test.h"

enum { ROOM = 4 };

static const char game_text[] =
    "[Event \"\xC3\x84 \\\"b\\\\\"]\n[Game \"g\"]\n[Rules \"r=1\"]\n[Dealer \"S\"]\n[Deal \"N:AK... .AK.. ..AK. QJ...\"]\n"
    "[Talon \"\"]\n[Contract \"c\"]\n[Declarer \"?\"]\n[Trump \"\"]\n[Score \"N:1 E:-1 S:1 W:-1\"]\n"
    "[Play \"W\"]\nSJ? SA $3 =1= HA DA\nSQ SK HK DK\n[Note \"1:n\"]\n\n";

/* A record with announcements, calls, a called card and face-down cards. The rules of the game "g" allow none of these,
 * so the judge rejects the record. */
static const char odd_text[] =
    "[Game \"g\"]\n[Deal \"?\"]\n[Second \"N\"]\n[FaceDown \"N:SA W:SJ\"]\n[Called \"HA\"]\n[Contra \"2\"]\n"
    "[Announce \"N 40 H; E 20; S 100; W raise c\"]\n[Auction \"N\"]\nc:H gut mit AP\ncontra +\n[Play \"W\"]\nSJ - HA DA\n*\n\n";

/* Return the rules of a game without bids and payments, with hands of up to eight cards. The goal is to take as many
 * tricks as possible. */
static kr_game_row row_of_tricks(void)
{
    kr_game_row row = {.pack = UINT32_MAX, .size = 8, .seats = 4, .pairs = 1, .endings = 1, .calibration = 1, .bids_once = 1,
                       .rounds = 1, .contracts = 1, .passed_out = KR_NONE, .call_own = 1};
    for (int order = 0; order < KR_ORDERS; order++)
        for (uint8_t rank = 0; rank < 8; rank++) row.strength[order][rank] = rank;
    row.contract[0] = (kr_contract_row){.per = 1, .makeable_at = KR_NO_LEAST, .stake = KR_STAKE_NONE, .trump = 1,
                                        .party = KR_PARTY_OPPOSITE, .leads = KR_LEADS_FOREHAND};
    row.contract[0].goal = (kr_goal_row){.kind = KR_KIND_TRICKS, .takers = KR_TAKERS_SIDE};
    return row;
}

/* Scan a text to its end, and return how many games were kept. `unknown` receives how often the scan stopped at an
 * unknown name. If `is_game_text` is 1, the first kept game must be `game_text`, and the function checks its record and
 * facts. */
static size_t scan_text(const char *text, size_t size, size_t names, int *unknown, int is_game_text)
{
    static const kr_scan_name name[] = {{"g", "", 0}, {"g", "r=1", 0}};
    static const kr_scan_contracts contracts = {.id = {"c"}};
    static kr_record record[ROOM];
    static kr_facts facts[ROOM];
    static kr_record_call call[ROOM * KR_MAX_CALLS];
    static kr_record_word word[ROOM * KR_MAX_WORDS];
    static int8_t cell[ROOM * KR_MAX_CARDS];
    static uint32_t index_of[ROOM], line_of[ROOM];
    static int32_t text_end[KR_SCAN_TEXTS][ROOM];
    static char texts[KR_SCAN_TEXTS][ROOM * KR_SCAN_TEXT];
    const kr_game_row row = row_of_tricks();
    kr_record_scan s = {.place = {.text = text, .size = size, .line = 1}, .names = names, .rows = 1, .forced = names,
                        .name = name, .game = &row, .contracts = &contracts, .stops = 1, .room = ROOM, .record = record,
                        .facts = facts, .index_of = index_of, .line_of = line_of, .call = call, .word = word, .cell = cell};
    for (int i = 0; i < KR_SCAN_TEXTS; i++) {
        s.text_end[i] = text_end[i];
        s.text_of[i] = texts[i];
    }
    CHECK(kr_game_fits(&row));
    *unknown = 0;
    while (s.place.at < size && s.count < ROOM) {
        kr_scan_records(&s);
        *unknown += s.has_unknown;
        if (s.count < ROOM) kr_scan_past_records(&s);
        *unknown += s.has_unknown;
    }
    if (s.count && is_game_text) CHECK(record[0].cells == 8 && cell[0] == 4 && line_of[0] == 1 && facts[0].cards == 8);
    if (s.count && is_game_text) CHECK(text_end[1][0] == 6 && !memcmp(texts[1], "\xC3\x84 \"b\\", 6));
    return s.count;
}

void scan_whole_games(void)
{
    char two[2 * sizeof game_text];
    const size_t length = sizeof game_text - 1;
    int unknown;
    memcpy(two, game_text, length);
    memcpy(two + length, game_text, length);
    CHECK(scan_text(game_text, length, 2, &unknown, 1) == 1 && !unknown);
    CHECK(scan_text(two, 2 * length, 2, &unknown, 1) == 2 && !unknown);
    CHECK(scan_text(two, 2 * length, 1, &unknown, 1) == 0 && unknown == 3);
    CHECK(scan_text(odd_text, sizeof odd_text - 1, 2, &unknown, 1) == 0 && !unknown);
}

/* Check that the scan never reads past the end of a text. Each text is cut off at every length, and each piece is
 * copied into memory of exactly its size. The game in `game_text` must be found even without its last newlines. A
 * shorter piece may be a game or not, so at most one game may be found in it. */
void scan_whole_games_cut_off(void)
{
    const char *const from[] = {game_text, odd_text};
    for (int i = 0; i < 2; i++)
        for (size_t size = 0; size <= strlen(from[i]); size++) {
            const int is_whole = i == 0 && size >= strlen(game_text) - 2;
            char *copy = malloc(size ? size : 1);
            int unknown;
            if (!copy) return;
            memcpy(copy, from[i], size);
            CHECK(scan_text(copy, size, 2, &unknown, is_whole) <= 1);
            if (is_whole) CHECK(scan_text(copy, size, 2, &unknown, 1) == 1);
            free(copy);
        }
}

/* Check that the scan always terminates, whatever bytes it reads. Also check that it keeps no more games than its
 * columns have memory for. */
void scan_hostile_bytes(void)
{
    static const char bytes[] = "\0\n\"\\[]{};%#?=$!:-+* \t\x7F\x80\xBF\xC2\xE0\xED\xF4\xFFSHN9";
    const char *const from[] = {game_text, odd_text};
    for (int i = 0; i < 20000; i++) {
        const char *text = from[i % 2];
        const size_t size = strlen(text);
        char *copy = malloc(size);
        int unknown;
        if (!copy) return;
        memcpy(copy, text, size);
        for (int k = 0; k < 1 + i % 3; k++)
            copy[next_random() % size] = i % 4 ? bytes[next_random() % (sizeof bytes - 1)] : copy[next_random() % size];
        CHECK(scan_text(copy, size, 2, &unknown, 0) <= 1);
        free(copy);
    }
}
