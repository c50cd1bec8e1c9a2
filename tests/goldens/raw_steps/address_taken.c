// variables whose address is taken are memory
int seen = 4, at = 1;
static void add(int *where, int much) { *where = *where + much; }
int main(void) {
    int local = seen;
    int *p = &local;
    add(&local, 2);
    seen = *p + at;
    return 0;
}
