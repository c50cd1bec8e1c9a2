// CONSTRUCT: a counting semaphore with two permits lets two in
#include <semaphore>
#include <thread>

static std::counting_semaphore<2> permits(2);
static int active;

static void run() {
    permits.acquire();
    active++; // RACE!
    permits.release();
}

int main() {
    std::thread first(run), second(run);
    first.join();
    second.join();
    return 0;
}
