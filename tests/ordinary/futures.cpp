// Parts of a sum, each computed by std::async, put together from their futures.
// BUG: race: they add to one variable
#include <cassert>
#include <future>
#include <vector>
#ifndef N
#define N 5
#endif

int main() {
    int sum = 0;
    std::vector<std::future<int>> parts;
    for (int i = 0; i < N; i++)
        parts.push_back(std::async(std::launch::async, [i, &sum] {
#ifdef BUG
            sum += i;
            return 0;
#else
            (void)sum;
            return i;
#endif
        }));
    for (auto &part : parts)
        sum += part.get();
    assert(sum == N * (N - 1) / 2);
}
