// CONSTRUCT: threads in a vector, made in a loop, all with the same local captured by reference
#include <cassert>
#include <thread>
#include <vector>

int main() {
    int sum = 0;
    std::vector<std::thread> threads;
    for (int i = 1; i <= 3; i++) threads.emplace_back([&sum, i] { sum += i; });
    for (std::thread &thread : threads) thread.join();
    assert(sum <= 6); // HOLDS
    assert(sum == 6); // FAILS
    return 0;
}
