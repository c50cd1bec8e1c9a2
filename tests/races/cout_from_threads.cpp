// CONSTRUCT: std::cout may be used by several threads
#include <iostream>
#include <thread>

int main() {
    std::thread first([] { std::cout << "one\n"; });
    std::thread second([] { std::cout << 2 << '\n'; });
    first.join();
    second.join();
    return 0;
}
