// CONSTRUCT: a pair assigned without a lock: a reader sees the new first and the old second
#include <cassert>
#include <thread>
#include <tuple>
#include <utility>

static std::pair<int, int> point{1, 1};
static std::tuple<int, int, int> colour{0, 0, 0};

int main() {
    std::thread mover([] {
        point = std::make_pair(2, 2);
        colour = std::make_tuple(9, 9, 9);
    });
    std::thread drawer([] {
        std::pair<int, int> seen = point;
        assert(seen.first == 1 || seen.first == 2); // HOLDS
        assert(seen.first == seen.second); // FAILS
        auto [red, green, blue] = colour;
        assert(red == green && green == blue); // FAILS
    });
    mover.join();
    drawer.join();
    return 0;
}
