/* isalpha and its like, by function and by table. */
#include "compared.h"

#include <ctype.h>

LINKED(const unsigned short **, __ctype_b_loc, void);
LINKED(const int **, __ctype_tolower_loc, void);
LINKED(const int **, __ctype_toupper_loc, void);
#define BOTH(name) \
    do { \
        extern int OWN(name)(int); \
        AGREE(#name, OWN(name)(c), (name)(c)); \
    } while (0)

int main(void) {
    for (int c = -128; c < 256; c++) {
        AGREE("kinds", (*OWN(__ctype_b_loc)())[c], (*__ctype_b_loc())[c]);
        AGREE("tolower", (*OWN(__ctype_tolower_loc)())[c], (*__ctype_tolower_loc())[c]);
        AGREE("toupper", (*OWN(__ctype_toupper_loc)())[c], (*__ctype_toupper_loc())[c]);
        BOTH(isupper); BOTH(islower); BOTH(isalpha); BOTH(isdigit); BOTH(isxdigit); BOTH(isspace); BOTH(isprint);
    }
    for (int c = -1; c < 256; c++) {
        BOTH(isgraph); BOTH(isblank); BOTH(iscntrl); BOTH(isalnum); BOTH(ispunct); BOTH(tolower); BOTH(toupper);
    }
    puts("as expected");
    return 0;
}
