// CONSTRUCT: atomic wait and notify: the value waited for comes after the data
#include <atomic>
#include <cassert>
#include <thread>

static std::atomic<int> stage{0};
static int prepared, finished;

int main() {
    std::thread second([] {
        stage.wait(0);
        assert(prepared == 1); // HOLDS
        finished = 1;
        stage.store(2);
        stage.notify_one();
    });
    std::thread first([] {
        prepared = 1;
        stage.store(1);
        stage.notify_one();
        stage.wait(1);
        assert(finished == 1); // HOLDS
    });
    first.join();
    second.join();
    return 0;
}
