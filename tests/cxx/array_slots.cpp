// CONSTRUCT: std::array with an atomic index: each thread writes its own slot
#include <array>
#include <atomic>
#include <cassert>
#include <thread>

static std::array<int, 4> slots{};
static std::atomic<std::size_t> next{0};

static void put(int value) { slots.at(next.fetch_add(1)) = value; }

int main() {
    std::thread a(put, 3), b(put, 4);
    a.join();
    b.join();
    assert(next == 2); // HOLDS
    assert(slots[0] + slots[1] == 7); // HOLDS
    return 0;
}
