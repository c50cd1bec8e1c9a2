// CONSTRUCT: a lambda captures a local variable by reference, and the thread is joined before the variable is gone
#include <thread>

static int total;

static void start() {
    int amount = 5;
    std::jthread first([&amount] { total += amount; }); // SAFE
}

int main() {
    start();
    return total == 5 ? 0 : 1;
}
