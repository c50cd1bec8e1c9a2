// CONSTRUCT: counting_semaphore as a mutex, made with three tokens
#include <cassert>
#include <semaphore>
#include <thread>

static std::counting_semaphore<4> seats(3);
static int served;

static void serve() {
    seats.acquire();
    served = served + 1;
    seats.release();
}

int main() {
    std::thread a(serve), b(serve);
    a.join();
    b.join();
    assert(served >= 1); // HOLDS
    assert(served == 2); // FAILS
    return 0;
}
