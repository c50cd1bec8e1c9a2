/* Linked into programs that may choose a locale: there it is asked for. */
#include "own.h"

#include <locale.h>
#include <string.h>

char *FOLLOWED(setlocale)(int category, const char *locale) {
    return setlocale(category, locale);
}

locale_t FOLLOWED(uselocale)(locale_t locale) {
    return uselocale(locale);
}

SHARED_PART bool __raddle_own_locale(void) {
    const char *name = setlocale(LC_ALL, NULL);
    return uselocale(NULL) != LC_GLOBAL_LOCALE || name == NULL || strcmp(name, "C") != 0;
}
