// constants stand where the source assigns them
int input = 4, seen;
int main(void) {
    int found;
    int other;
    other = input;
    found = 0;
    if (other > 3)

        found = 1;
    other = 5;
    seen = found;
    other = 6;
    other = 7;
    return other;
}
