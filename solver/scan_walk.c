/* scan_walk.c - move a scan of KPN (the format of hand records) from game to game. */
#include "scan_walk.h"

static void skip_blank_lines(kr_scan_place *p)
{
    while (p->at < p->size && p->text[p->at] == '\n') {
        p->at++;
        p->line++;
    }
}

void kr_walk_games(kr_scan_place *p, kr_take_game *take, void *scan, size_t room)
{
    for (; room; room--) {
        uint32_t lines = 0;
        skip_blank_lines(p);
        if (p->at >= p->size) return;
        const size_t end = take(scan, p->at, 1, &lines);
        if (!end) return;
        p->last = p->at;
        p->at = end;
        p->line += lines;
        p->index++;
    }
}

void kr_walk_past(kr_scan_place *p, kr_take_game *take, void *scan)
{
    int open = 0; /* 1: an earlier "{" has no "}" yet, so a comment may go on here */
    while (p->at < p->size) {
        const char c = p->text[p->at++];
        uint32_t lines = 0;
        if (c == '{') open = 1;
        if (c == '}') open = 0;
        if (c != '\n') continue;
        p->line++;
        if (p->at >= p->size || p->text[p->at] != '\n') continue;
        skip_blank_lines(p);
        if (!open && take(scan, p->at, 0, &lines)) return;
    }
}
