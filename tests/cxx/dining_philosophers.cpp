// CONSTRUCT: dining philosophers with scoped_lock
#include <array>
#include <cassert>
#include <mutex>
#include <thread>
#include <vector>

constexpr int seats = 3;

struct Fork {
    std::mutex lock;
    bool taken = false;
};

static std::array<Fork, seats> forks;
static std::array<int, seats> meals{};

static void dine(int seat) {
    Fork &left = forks[seat], &right = forks[(seat + 1) % seats];
    std::scoped_lock both(left.lock, right.lock);
    assert(!left.taken && !right.taken); // HOLDS
    left.taken = right.taken = true;
    meals[seat] += 1;
    left.taken = right.taken = false;
}

int main() {
    std::vector<std::thread> philosophers;
    for (int seat = 0; seat < seats; seat++) philosophers.emplace_back(dine, seat);
    for (std::thread &philosopher : philosophers) philosopher.join();
    for (int count : meals) assert(count == 1); // HOLDS
    return 0;
}
