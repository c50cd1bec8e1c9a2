// CONSTRUCT: std::async works on a range of its own, and its result is got
#include <future>
#include <numeric>
#include <vector>

int main() {
    std::vector<int> values{1, 2, 3, 4};
    auto half = std::async(std::launch::async, [&] { return std::accumulate(values.begin(), values.begin() + 2, 0); });
    int rest = std::accumulate(values.begin() + 2, values.end(), 0);
    return half.get() + rest == 10 ? 0 : 1;
}
