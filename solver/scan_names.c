/* scan_names.c - look up contracts by their ids, and by names in any spelling that the reader of records accepts. */
#include "scan_block.h"

#include <string.h>

/* Convert a byte of a name to a lower-case letter or a digit. Return 0 if the byte is left out. */
static char folded_letter(char letter)
{
    if (letter >= 'A' && letter <= 'Z') return (char)(letter - 'A' + 'a');
    return (letter >= 'a' && letter <= 'z') || (letter >= '0' && letter <= '9') ? letter : 0;
}

/* Fold a name as kranalyze/games/naming.py does: lower case, umlauts as two letters, only letters and digits. Return 1
 * if the name was folded. Return 0 if the name has no letter or digit, is too long for a contract, or has a control
 * character or a character outside ASCII that is not an umlaut. */
static int fold_name(kr_span name, char out[KR_SCAN_FOLDED])
{
    const char *at = name.at, *end = name.at + name.size;
    size_t size = 0;
    while (at < end) {
        const char *letters = kr_umlaut_letters(at, end);
        if (size + 2 >= KR_SCAN_FOLDED) return 0;
        if (letters) {
            out[size++] = letters[0];
            out[size++] = letters[1];
            at += 2;
            continue;
        }
        if (*at < ' ' || *at > '~') return 0;
        const char letter = folded_letter(*at++);
        if (letter) out[size++] = letter;
    }
    out[size] = 0;
    return size > 0;
}

int kr_contract_number(const kr_game_row *game, const kr_scan_contracts *contracts, kr_span name)
{
    char folded[KR_SCAN_FOLDED];
    for (int i = 0; i < game->contracts; i++)
        if (kr_is_text(name, contracts->id[i])) return i;
    if (!fold_name(name, folded)) return -1;
    for (uint32_t i = 0; i < contracts->spellings; i++)
        if (!strcmp(folded, contracts->spelling[i].name)) return contracts->spelling[i].contract;
    return -1;
}
