// CONSTRUCT: use_count of a std::shared_ptr, twice in a block, while another thread copies it
#include <cstdio>
#include <memory>
#include <raddle.h>
#include <thread>

static auto shared = std::make_shared<int>(1);

static void copies(const std::shared_ptr<int> *from, std::shared_ptr<int> *to) {
    *to = *from; // TORN!
}

int main() {
    std::shared_ptr<int> kept;
    std::thread other(copies, &shared, &kept);
    long before, after;
    {
        RADDLE_ATOMIC;
        before = shared.use_count(); // TORN!
        after = shared.use_count();  // TORN!
    }
    other.join();
    std::printf("%ld\n", after - before);
}
