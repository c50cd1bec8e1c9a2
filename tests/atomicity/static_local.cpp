// CONSTRUCT: a static local variable is made by whoever comes first, in a block; the others find it made
// ATOMIC: table
#include <cstdio>
#include <thread>

static const int *table() {
    static const int *made = new int[2]{3, 4}; // ATOMIC
    return made;
}

static void first() { std::printf("%d\n", table()[0]); }

static void second() { std::printf("%d\n", table()[1]); }

int main() {
    std::thread a(first), b(second);
    a.join();
    b.join();
    return 0;
}
