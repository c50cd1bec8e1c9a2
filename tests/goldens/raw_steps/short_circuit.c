// expressions that may not be evaluated are merged by the way that was taken
int a = 2, b = 3, seen;
int both(void);
int main(void) {
    int chosen = a > 1 ? both() : 4;
    int and = a > 1 && both();
    int or = a > 5 || both();
    seen = chosen + and + or;
    return 0;
}
int both(void) {
    return b;
}
