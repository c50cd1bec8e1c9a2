#include <cassert>
#include <thread>

#include "stock.hpp"

int main() {
    std::thread a(deliver, 2, 5);
    std::thread b([] { stock.set(2, stock.count(2) + 7); });
    a.join();
    b.join();
    assert(stock.count(2) >= 5); // HOLDS
    assert(stock.count(2) == 12); // FAILS
    return 0;
}
