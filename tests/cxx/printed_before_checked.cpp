// CONSTRUCT: what goes to std::cout does not come back; what goes into an ostringstream does
#include <cassert>
#include <iostream>
#include <sstream>
#include <thread>

static int orders;

int main() {
    std::thread a([] { orders = orders + 1; });
    std::thread b([] { orders = orders + 1; });
    a.join();
    b.join();
    std::cout << "orders: " << orders << ' ' << orders * 2.5 << std::endl;
    assert(orders == 2); // FAILS
    std::ostringstream text;
    text << orders;
    assert(text.str().size() == 1); // PINNED: orders
    return 0;
}
