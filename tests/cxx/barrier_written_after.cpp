// CONSTRUCT: barrier: one thread writes its part after it has arrived, where the others read already
#include <barrier>
#include <cassert>
#include <thread>

int main() {
    std::barrier together(2);
    int left = 0, right = 0;
    std::thread a([&] {
        left = 1;
        together.arrive_and_wait();
        assert(right >= 0); // HOLDS
        assert(right == 2); // FAILS
    });
    std::thread b([&] {
        (void)together.arrive();
        right = 2;
    });
    a.join();
    b.join();
    assert(left == 1); // HOLDS
    return 0;
}
