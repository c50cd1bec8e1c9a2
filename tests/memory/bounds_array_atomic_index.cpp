// CONSTRUCT: an atomic index runs over the end of an array, and is set back in a second step
#include <array>
#include <atomic>
#include <thread>

static std::array<int, 3> weights{1, 2, 3};
static std::atomic<unsigned> next{2};
static int seen;

int main() {
    std::thread stepper([] {
        if (next.fetch_add(1) == 2)
            next.store(0);
    });
    std::thread reader([] { seen = weights[next.load()]; }); // MEMORY! out-of-bounds
    stepper.join();
    reader.join();
    return 0;
}
