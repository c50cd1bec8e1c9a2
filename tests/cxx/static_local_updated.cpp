// CONSTRUCT: a static local is initialised once, but what is done with it afterwards is not protected
#include <cassert>
#include <thread>

static int &next_ticket() {
    static int ticket = 100;
    return ticket;
}

static int draw() {
    int mine = next_ticket();
    next_ticket() = mine + 1;
    return mine;
}

int main() {
    int first = 0, second = 0;
    std::thread a([&] { first = draw(); });
    std::thread b([&] { second = draw(); });
    a.join();
    b.join();
    assert(first >= 100 && second >= 100); // HOLDS
    assert(first != second); // FAILS
    return 0;
}
