// each round of a loop is reached by the one before
int limit = 3, seen;
int main(void) {
    int total = 0;
    for (int i = 0; i < limit; i++) {
        if (i == 1)
            continue;
        total = total + i;
    }
    seen = total;
    return 0;
}
