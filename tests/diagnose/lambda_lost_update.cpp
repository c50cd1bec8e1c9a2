// DIAGNOSE concurrency
// CONSTRUCT: two std::threads with lambdas
// CAUSE: count -> count
// REPAIR: mutex
#include <cassert>
#include <thread>

static int counter;

int main() {
    auto work = [] {
        counter++; // AT count
    };
    std::thread first(work), second(work);
    first.join();
    second.join();
    assert(counter == 2); // FAILS
}
