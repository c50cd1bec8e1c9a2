// CONSTRUCT: jthreads that run until they are asked to stop, a stop_callback, and the join of their destructor
#include <atomic>
#include <cassert>
#include <stop_token>
#include <thread>

static std::atomic<int> rounds{0};
static int last_words;

int main() {
    bool told = false;
    {
        std::jthread worker([](std::stop_token stop) {
            while (!stop.stop_requested()) {
                rounds++;
                std::this_thread::yield();
            }
            last_words = rounds;
        });
        std::stop_callback callback(worker.get_stop_token(), [&told] { told = true; });
        while (rounds < 2) std::this_thread::yield();
        worker.request_stop();
        assert(told); // HOLDS
    }
    assert(last_words >= 2); // HOLDS
    return 0;
}
