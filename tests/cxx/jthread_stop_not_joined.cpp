// CONSTRUCT: a jthread is asked to stop, and what it uses is closed before it has stopped
#include <cassert>
#include <latch>
#include <stop_token>
#include <thread>

int main() {
    std::latch started(1);
    bool closed = false;
    int written = 0;
    std::jthread writer([&](std::stop_token stop) {
        if (!stop.stop_requested()) {
            started.count_down();
            assert(!closed); // FAILS
            written += 1;
        }
    });
    started.wait();
    writer.request_stop();
    closed = true;
    writer.join();
    assert(written == 1); // HOLDS
    return 0;
}
