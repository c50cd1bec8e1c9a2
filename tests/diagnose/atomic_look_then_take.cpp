// DIAGNOSE concurrency
// CONSTRUCT: two steps of a std::atomic
// CAUSE: look -> sell
// REPAIR: mutex
#include <atomic>
#include <cassert>
#include <thread>

static std::atomic<int> seats{1};

static void sell() {
    if (seats.load() > 0) // AT look
        seats.fetch_sub(1); // AT sell
}

int main() {
    std::thread first(sell), second(sell);
    first.join();
    second.join();
    assert(seats.load() >= 0); // FAILS
}
