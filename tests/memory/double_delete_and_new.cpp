// CONSTRUCT: a setter deletes the old strategy and makes a new one, and two threads set it
#include <thread>

struct Strategy {
    explicit Strategy(int weight) : weight(weight) {}
    int weight;
};

static Strategy *strategy = new Strategy(1);

static void set(int weight) {
    delete strategy; // MEMORY! double-free
    strategy = new Strategy(weight);
}

int main() {
    std::thread first([] { set(2); });
    std::thread second([] { set(3); });
    first.join();
    second.join();
    return 0;
}
