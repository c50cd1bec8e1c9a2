// the pieces of a copy lie where its pointers say
#include <string.h>
_Alignas(16) char row[40], text[16] = "abcdefghij";
int from = 3; char *p = row;
int main(void) {
    memset(&row[from], 0, 7);
    memcpy(p + from, text, 5);
    return 0;
}
