// an if that was folded is told as the source has it
int min = 5, seen;
int main(void) {
    int bal = min;
    int amount = -100;
    if (bal + amount <= min) {
        bal = 0;
    } else if (bal == 3) {
        bal = amount;
        amount = 1;
    }
    seen = bal + amount;
    return 0;
}
