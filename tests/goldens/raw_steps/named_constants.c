// a constant is the variable that the source names
int g = 1, a[4] = {4, 3, 2, 1}, seen;
static int same(int x, int y) { return x == y; }
static int fixed(int c) { int k = 6; if (g) return k; return c; }
int main(void) {
    int limit = 5, index = 2;
    int flag = 0;
    int copy = limit;
    if (g < limit && !flag)
        seen = limit;
    if (flag == 0)
        seen = a[index] + 5;
    limit++;
    if (index) seen = same(limit, 5) + fixed(2);
    switch (flag) {
    case 0:
        seen = (limit + copy) * index;
    }
    long wide = limit;
    return flag;
}
