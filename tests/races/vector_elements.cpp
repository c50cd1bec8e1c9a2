// CONSTRUCT: each thread writes an element of its own
#include <thread>
#include <vector>

int main() {
    std::vector<int> squares(3);
    std::vector<std::thread> threads;
    for (int i = 0; i < 3; i++)
        threads.emplace_back([&squares, i] { squares[i] = i * i; });
    for (std::thread &thread : threads)
        thread.join();
    return squares[2] == 4 ? 0 : 1;
}
