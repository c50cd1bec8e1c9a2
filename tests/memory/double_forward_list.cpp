// CONSTRUCT: two threads drop the first element of a forward_list without a lock
#include <forward_list>
#include <thread>

static std::forward_list<int> pending{1, 2, 3};

int main() {
    std::thread first([] { pending.pop_front(); });  // MEMORY! double-free, use-after-free
    std::thread second([] { pending.pop_front(); }); // MEMORY! double-free, use-after-free
    first.join();
    second.join();
    return 0;
}
