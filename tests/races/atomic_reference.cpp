// CONSTRUCT: std::atomic_ref makes accesses atomic, as long as all use it
#include <atomic>
#include <thread>

static int hits, misses, seen;

int main() {
    std::thread first([] {
        std::atomic_ref(hits)++;
        std::atomic_ref(misses)++; // RACE!
    });
    std::thread second([] {
        seen = std::atomic_ref(hits).load();
        seen += misses; // RACE!
    });
    first.join();
    second.join();
    return 0;
}
