// CONSTRUCT: two lambdas share a local variable of main by reference
#include <thread>

int main() {
    int total = 0;
    std::thread first([&] { total += 1; }); // RACE!
    std::thread second([&] { total += 2; }); // RACE!
    first.join();
    second.join();
    return total <= 3 ? 0 : 1;
}
