// CONSTRUCT: two binary semaphores hand a value to and fro
#include <cassert>
#include <semaphore>
#include <thread>

static std::binary_semaphore ping(1), pong(0);
static int ball;

int main() {
    std::thread left([] {
        for (int round = 0; round < 2; round++) {
            ping.acquire();
            assert(ball == 2 * round); // HOLDS
            ball += 1;
            pong.release();
        }
    });
    std::thread right([] {
        for (int round = 0; round < 2; round++) {
            pong.acquire();
            assert(ball == 2 * round + 1); // HOLDS
            ball += 1;
            ping.release();
        }
    });
    left.join();
    right.join();
    assert(ball == 4); // HOLDS
    return 0;
}
