// CONSTRUCT: a static local variable is made by the first of two threads: it is there for both
#include <thread>

struct Registry {
    int *entries = new int[2]{};
};

static int *entries() {
    static Registry registry;
    return registry.entries;
}

int main() {
    std::thread first([] { entries()[0] = 1; });  // SAFE
    std::thread second([] { entries()[1] = 2; }); // SAFE
    first.join();
    second.join();
    return 0;
}
