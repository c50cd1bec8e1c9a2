// CONSTRUCT: a worker counts the latch down before its result is there
#include <latch>
#include <thread>

static std::latch done(2);
static int left, right, sum;

int main() {
    std::thread first([] {
        left = 1;
        done.count_down();
    });
    std::thread second([] {
        done.count_down();
        right = 2; // RACE!
    });
    done.wait();
    sum = left; // NORACE
    sum += right; // RACE!
    first.join();
    second.join();
    return 0;
}
