// CHECK proved
// CONSTRUCT: done once by an atomic flag that is tested and set in two steps
#include <atomic>
#include <cstdlib>
#include <thread>

class Migration {
public:
    void run() {
        if (!done_.exchange(true, std::memory_order_acq_rel))
            version_.fetch_add(1, std::memory_order_relaxed);
    }
    int version() const { return version_.load(); }

private:
    std::atomic<bool> done_{false};
    std::atomic<int> version_{0};
};

static Migration migration;

int main() {
    std::thread one(&Migration::run, &migration);
    std::thread two(&Migration::run, &migration);
    one.join();
    two.join();
    if (migration.version() != 1)
        std::abort();
    return EXIT_SUCCESS;
}
