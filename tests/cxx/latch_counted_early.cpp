// CONSTRUCT: latch: each worker counts down before its last write
#include <cassert>
#include <latch>
#include <thread>

int main() {
    std::latch ready(2);
    int parts[2] = {0, 0};
    auto prepare = [&](int index) {
        ready.count_down();
        parts[index] = 1;
    };
    std::thread a(prepare, 0), b(prepare, 1);
    ready.wait();
    assert(parts[0] + parts[1] <= 2); // HOLDS
    assert(parts[0] + parts[1] == 2); // FAILS
    a.join();
    b.join();
    return 0;
}
