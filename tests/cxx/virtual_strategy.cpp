// CONSTRUCT: which override is called depends on a shared pointer that another thread changes
#include <atomic>
#include <cassert>
#include <thread>

struct Strategy {
    virtual int price(int base) const = 0;
    virtual ~Strategy() = default;
};
struct Full : Strategy {
    int price(int base) const override { return base; }
};
struct Half : Strategy {
    int price(int base) const override { return base / 2; }
};

static const Full full;
static const Half half;
static std::atomic<const Strategy *> strategy{&full};

int main() {
    int paid = 0;
    std::thread sale([] { strategy = &half; });
    std::thread customer([&] { paid = strategy.load()->price(10); });
    sale.join();
    customer.join();
    assert(paid == 5); // HOLDS: fails only off the path, where the other override is called
    return 0;
}
