// CONSTRUCT: async and deferred futures: each works on its own part, and the parts are added after get
#include <array>
#include <cassert>
#include <future>
#include <numeric>

static std::array<int, 4> numbers{1, 2, 3, 4};

static int part(int from, int to) { return std::accumulate(numbers.begin() + from, numbers.begin() + to, 0); }

int main() {
    std::future<int> low = std::async(std::launch::async, part, 0, 2);
    std::future<int> high = std::async(std::launch::async, part, 2, 4);
    std::future<int> all = std::async(std::launch::deferred, part, 0, 4);
    int sum = low.get() + high.get();
    assert(sum == 10); // HOLDS
    assert(all.get() == sum); // HOLDS
    return 0;
}
