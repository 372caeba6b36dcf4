/* scan_record.c - read and judge games of KPN, and keep the games without problems as entries of columns. */
#include "scan_record.h"

#include "scan_block.h"

#include <string.h>

/* How many problems the judge may report for one game. This is enough for the longest record, with KR_MAX_CALLS calls,
 * KR_MAX_WORDS words and KR_MAX_CARDS cards (see kr_problem_room). */
#define PROBLEMS 640

static void copy_text(kr_span text, char *out)
{
    memcpy(out, text.at, text.size);
    out[text.size] = 0;
}

/* Note the unknown tags Game and Rules of a game in `unknown`, so that the scan stops at this game. Do nothing if
 * `stops` is 0, or if a value is too long for `unknown`. */
static void stop_at(kr_record_scan *s, kr_span game, kr_span rules)
{
    if (!s->stops || game.size >= KR_SCAN_NAME || rules.size >= KR_SCAN_RULES) return;
    copy_text(game, s->unknown.game);
    copy_text(rules, s->unknown.rules);
    s->has_unknown = 1;
}

/* Return the index of the row of rules that a game's tags Game and Rules select. A forced name (kr_record_scan.forced)
 * replaces the tag Game. Return KR_NO_ROW if the tags select no row or are unknown. */
static uint32_t row_of(kr_record_scan *s, const kr_block *block)
{
    const int is_forced = s->forced < s->names;
    if (!is_forced && !kr_has_tag(block, KR_TAG_GAME)) return KR_NO_ROW;
    const char *forced = is_forced ? s->name[s->forced].game : "";
    const kr_span game = is_forced ? (kr_span){forced, strlen(forced)} : block->value[KR_TAG_GAME];
    const kr_span rules = kr_has_tag(block, KR_TAG_RULES) ? block->value[KR_TAG_RULES] : (kr_span){"", 0};
    for (size_t i = 0; i < s->names; i++)
        if (kr_is_text(rules, s->name[i].rules) && kr_is_text(game, s->name[i].game)) return s->name[i].row;
    stop_at(s, game, rules);
    return KR_NO_ROW;
}

/* Return 1 if the kept texts of a game (names, places and dates) fit into their columns, else 0. */
static int texts_fit(const kr_block *block)
{
    for (int i = 0; i < KR_SCAN_TEXTS; i++)
        if (kr_has_tag(block, i) && block->value[i].size > KR_SCAN_TEXT) return 0;
    return 1;
}

/* Append the kept texts of a game to their columns. */
static void keep_texts(kr_record_scan *s, const kr_block *block)
{
    for (int i = 0; i < KR_SCAN_TEXTS; i++) {
        if (kr_has_tag(block, i))
            s->text_bytes[i] += (int32_t)kr_without_escapes(block->value[i], s->text_of[i] + s->text_bytes[i]);
        s->text_end[i][s->count] = s->text_bytes[i];
    }
}

/* Append a record to the columns. */
static void keep_record(kr_record_scan *s, const kr_scanned_record *in, const kr_facts *facts)
{
    const kr_record *r = &in->record;
    kr_record *row = &s->record[s->count];
    *row = *r;
    row->first_call = s->calls;
    row->first_word = s->words;
    row->first_cell = s->cells;
    memcpy(s->call + s->calls, in->call, r->calls * sizeof *in->call);
    memcpy(s->word + s->words, in->word, r->words * sizeof *in->word);
    memcpy(s->cell + s->cells, in->cell, r->cells * sizeof *in->cell);
    s->calls += r->calls;
    s->words += r->words;
    s->cells += r->cells;
    s->facts[s->count] = *facts;
    s->index_of[s->count] = s->place.index;
    s->line_of[s->count] = s->place.line;
}

/* Return 1 if the judge finds no problem, else 0. */
static int is_good(const kr_game_row *game, const kr_scanned_record *in, kr_facts *facts)
{
    kr_problem problem[PROBLEMS];
    const kr_record_columns columns = {in->call, in->word, in->cell};
    if (kr_problem_room(&in->record) > PROBLEMS) return 0;
    return !kr_judge(game, &in->record, &columns, facts, problem);
}

/* Read and judge the game at offset `at`. If `keep` is 1, store the game in the columns. Return the offset behind the
 * game. `lines` receives the number of lines of the game. Return 0 if the scanner cannot read the game or the judge
 * finds a problem. There is one exception: if `keep` is 0, the scan may stop at this game because its tags are
 * unknown (stop_at). Then return the offset behind the game, but leave `lines` unchanged. */
static size_t take_record(void *scan, size_t at, int keep, uint32_t *lines)
{
    kr_record_scan *s = scan;
    kr_block block;
    kr_scanned_record in;
    kr_facts facts;
    if (!kr_read_block((kr_span){s->place.text + at, s->place.size - at}, &block) || !texts_fit(&block)) return 0;
    const uint32_t row = row_of(s, &block);
    if (row == KR_NO_ROW) return s->has_unknown && !keep ? at + block.size : 0;
    const kr_game_row *game = &s->game[row];
    if (!kr_read_record(&block, game, &s->contracts[row], &in)) return 0;
    in.record.game = (uint16_t)row;
    if (!is_good(game, &in, &facts)) return 0;
    *lines = block.lines;
    if (keep) {
        keep_texts(s, &block);
        keep_record(s, &in, &facts);
        s->line_of[s->count] += block.comments;
        s->count++;
    }
    return at + block.size;
}

void kr_scan_records(kr_record_scan *s)
{
    s->has_unknown = 0;
    kr_walk_games(&s->place, take_record, s, s->room - s->count);
}

void kr_scan_past_records(kr_record_scan *s)
{
    s->has_unknown = 0;
    kr_walk_past(&s->place, take_record, s);
}

int kr_scan_keeps(kr_record_scan *s)
{
    uint32_t lines;
    s->has_unknown = 0;
    return take_record(s, s->place.at, 0, &lines) != 0;
}
