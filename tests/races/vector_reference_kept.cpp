// CONSTRUCT: a reference into a vector is used while another thread makes it grow
#include <mutex>
#include <thread>
#include <vector>

static std::vector<int> values{1};
static std::mutex lock;
static int seen;

int main() {
    std::thread reader([] {
        std::unique_lock guard(lock);
        const int &first = values.front();
        guard.unlock();
        seen = first; // RACE!
    });
    std::thread grower([] {
        std::lock_guard guard(lock);
        values.push_back(2); // RACE!
    });
    reader.join();
    grower.join();
    return 0;
}
