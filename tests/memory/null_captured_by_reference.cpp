// CONSTRUCT: a lambda captures a local variable by reference, and the function leaves when the counter was read
#include <semaphore>
#include <thread>

static std::binary_semaphore counted(0);
static int total;

static std::thread start() {
    int amount = 5;
    std::thread thread([&amount] {
        total = amount;
        counted.release();
        total += amount; // MEMORY! dangling
    });
    counted.acquire();
    return thread;
}

int main() {
    std::thread thread = start();
    thread.join();
    return 0;
}
