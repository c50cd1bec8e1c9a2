// CONSTRUCT: a pointer to a value in a map is used when the entry may be erased
#include <map>
#include <mutex>
#include <thread>

static std::map<int, int> stock{{1, 10}, {2, 20}};
static std::mutex lock;

static int *find(int key) {
    std::lock_guard guard(lock);
    auto found = stock.find(key);
    return found == stock.end() ? nullptr : &found->second;
}

int main() {
    std::thread seller([] {
        int *left = find(2);
        if (left != nullptr)
            --*left; // MEMORY! use-after-free
    });
    std::thread clerk([] {
        std::lock_guard guard(lock);
        stock.erase(2);
    });
    seller.join();
    clerk.join();
    return 0;
}
