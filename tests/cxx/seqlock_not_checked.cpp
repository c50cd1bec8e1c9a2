// CONSTRUCT: a sequence lock whose reader looks at the sequence only before it reads
#include <atomic>
#include <cassert>
#include <thread>

struct Position {
    std::atomic<unsigned> sequence{0};
    std::atomic<int> x{0}, y{0};

    void move(int by) {
        sequence++;
        x += by;
        y += by;
        sequence++;
    }
};

int main() {
    Position position;
    std::thread writer([&] { position.move(5); });
    std::thread reader([&] {
        if (position.sequence % 2 == 0) {
            int x = position.x, y = position.y;
            assert(x == 0 || x == 5); // HOLDS
            assert(x == y); // FAILS
        }
    });
    writer.join();
    reader.join();
    return 0;
}
