// CONSTRUCT: something is written after the promise was kept
#include <future>
#include <thread>

static int details, seen;

int main() {
    std::promise<int> promise;
    std::future<int> future = promise.get_future();
    std::thread worker([&promise] {
        promise.set_value(1);
        details = 3; // RACE!
    });
    seen = future.get();
    seen += details; // RACE!
    worker.join();
    return 0;
}
