// CONSTRUCT: a thread_local object adds its count to the total in its destructor, without a lock
#include <cassert>
#include <thread>

static int total;

struct Tally {
    int count = 0;
    ~Tally() { total += count; }
};

static thread_local Tally tally;

static void work(int items) {
    for (int i = 0; i < items; i++) tally.count++;
    assert(tally.count == items); // HOLDS
}

int main() {
    std::thread a(work, 2), b(work, 3);
    a.join();
    b.join();
    assert(total >= 2); // HOLDS
    assert(total == 5); // FAILS
    return 0;
}
