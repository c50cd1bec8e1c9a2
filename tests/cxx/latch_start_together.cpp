// CONSTRUCT: latch: nobody starts before everything is set up, and arrive_and_wait makes them start together
#include <atomic>
#include <cassert>
#include <latch>
#include <thread>

static std::latch start(3);
static int speed;
static std::atomic<int> lined_up{0};

static void run() {
    lined_up++;
    start.arrive_and_wait();
    assert(speed == 9); // HOLDS
    assert(lined_up == 2); // HOLDS
}

int main() {
    std::thread a(run), b(run);
    speed = 9;
    start.count_down();
    a.join();
    b.join();
    return 0;
}
