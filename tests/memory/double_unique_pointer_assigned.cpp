// CONSTRUCT: two threads assign to one unique_ptr: both may take the old object for theirs to delete
#include <memory>
#include <thread>

struct Route {
    explicit Route(int hops) : hops(hops) {}
    int hops;
};

static std::unique_ptr<Route> best = std::make_unique<Route>(9);

int main() {
    std::thread first([] { best = std::make_unique<Route>(5); });  // MEMORY! double-free
    std::thread second([] { best = std::make_unique<Route>(4); }); // MEMORY! double-free
    first.join();
    second.join();
    return 0;
}
