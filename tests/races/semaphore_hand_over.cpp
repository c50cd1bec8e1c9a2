// CONSTRUCT: a binary semaphore hands a buffer over
#include <semaphore>
#include <thread>

static std::binary_semaphore filled(0);
static int buffer, seen;

int main() {
    std::thread producer([] {
        buffer = 9;
        filled.release();
    });
    std::thread consumer([] {
        filled.acquire();
        seen = buffer;
    });
    producer.join();
    consumer.join();
    return seen == 9 ? 0 : 1;
}
