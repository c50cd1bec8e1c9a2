// a constant that the source spells out stays one, whatever variables hold the same
#define FIVE 5
struct { int limit; } s = {5};
int g = 1, seen;
static int given(int limit) { return limit; }
int main(void) {
    int limit = 5;
    if (g < 5)
        seen = FIVE;
    if (s.limit > 5)
        seen = 4;
    seen = given(5) + limit;
    {
        int limit = 5;
        seen = limit;
        limit = 6;
        seen = 6 + limit;
    }
    seen = limit; /* limit */ seen = 5;
    return 5;
}
