// VERIFY: bug
// CONSTRUCT: a std::mutex is made again in its place while another thread may hold it
#include <mutex>
#include <new>
#include <thread>

alignas(std::mutex) static unsigned char place[sizeof(std::mutex)];

int main() {
    auto *m = new (place) std::mutex;
    std::thread other([m] { std::lock_guard<std::mutex> held(*m); });
    new (place) std::mutex; // MISUSE! unordered
    other.join();
    return 0;
}
