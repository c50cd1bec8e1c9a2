// a structure that is handed over by value is written by the call; a filled one is its byte over and over
#include <string.h>
struct big { long a, b, c; };
struct big value = {1, 2, 3}; int byte = 7; long buffer[2], seen;
static long sum(struct big v) { v.b = v.b + 1; return v.a + v.b; }
int main(void) {
    memset(buffer, byte, 12);
    seen = sum(value) + buffer[1];
    value.a = 5;
    seen = sum(value);
    return 0;
}
