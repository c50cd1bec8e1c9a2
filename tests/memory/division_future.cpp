// CONSTRUCT: the divisor comes by a future, while the variable that it was made of is cleared
#include <future>
#include <thread>

static int workers = 4;
static int share;

int main() {
    std::promise<int> promise;
    std::future<int> known = promise.get_future();
    std::thread divider([&known] { share = 100 / known.get(); }); // SAFE
    std::thread counter([&promise] {
        promise.set_value(workers);
        workers = 0;
    });
    divider.join();
    counter.join();
    return 0;
}
