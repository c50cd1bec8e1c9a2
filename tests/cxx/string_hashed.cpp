// CONSTRUCT: std::hash of a string that another thread changes: the library reads the letters
#include <cassert>
#include <functional>
#include <mutex>
#include <string>
#include <thread>

int main() {
    std::mutex lock;
    std::string name = "left";
    std::size_t expected = std::hash<std::string>()(name);
    std::thread reader([&] {
        std::lock_guard<std::mutex> guard(lock);
        std::size_t hash = std::hash<std::string>()(name);
        assert(hash == expected); // FAILS
    });
    std::thread writer([&] {
        std::lock_guard<std::mutex> guard(lock);
        name[0] = 'L';
    });
    reader.join();
    writer.join();
    assert(std::hash<std::string>()(name) == std::hash<std::string>()("Left")); // HOLDS
    return 0;
}
