// CONSTRUCT: what was written before a promise is kept is there for who gets it
#include <future>
#include <thread>

static int details, seen;

int main() {
    std::promise<int> promise;
    std::future<int> future = promise.get_future();
    std::thread worker([&promise] {
        details = 3;
        promise.set_value(1);
    });
    seen = future.get() + details;
    worker.join();
    return seen == 4 ? 0 : 1;
}
