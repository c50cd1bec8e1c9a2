// CONSTRUCT: two threads assign to one unique_ptr by a swap under a lock, and delete the old object outside of it
#include <memory>
#include <mutex>
#include <thread>

struct Route {
    explicit Route(int hops) : hops(hops) {}
    int hops;
};

static std::unique_ptr<Route> best = std::make_unique<Route>(9);
static std::mutex lock;

static void improve(int hops) {
    auto fresh = std::make_unique<Route>(hops);
    {
        std::lock_guard guard(lock);
        best.swap(fresh);
    }
    fresh.reset(); // SAFE the old one is ours alone
}

int main() {
    std::thread first([] { improve(5); });
    std::thread second([] { improve(4); });
    first.join();
    second.join();
    return 0;
}
