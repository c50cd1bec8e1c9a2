// CONSTRUCT: barrier with a completion function, which runs alone between two phases
#include <barrier>
#include <cassert>
#include <thread>

static int parts[2], totals[2], phase;

static void complete() noexcept {
    totals[phase] = parts[0] + parts[1];
    phase += 1;
}

static std::barrier both(2, complete);

static void work(int index) {
    for (int round = 0; round < 2; round++) {
        parts[index] = 10 * round + index + 1;
        both.arrive_and_wait();
        assert(totals[round] == 20 * round + 3); // HOLDS
    }
}

int main() {
    std::thread a(work, 0), b(work, 1);
    a.join();
    b.join();
    assert(phase == 2); // HOLDS
    return 0;
}
