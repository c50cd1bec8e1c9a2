// CONSTRUCT: workers count a latch down when their results are there
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
        right = 2;
        done.count_down();
    });
    done.wait();
    sum = left + right;
    first.join();
    second.join();
    return sum == 3 ? 0 : 1;
}
