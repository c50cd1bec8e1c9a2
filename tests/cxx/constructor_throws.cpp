// CONSTRUCT: a constructor throws: its complete members are destroyed, so the count of open handles is right
#include <atomic>
#include <cassert>
#include <stdexcept>
#include <thread>

static std::atomic<int> open_handles{0};

struct Handle {
    Handle() { open_handles++; }
    ~Handle() { open_handles--; }
};

class Connection {
public:
    explicit Connection(int port) {
        if (port < 1024) throw std::invalid_argument("port");
    }

private:
    Handle socket_;
    Handle buffer_;
};

static int connect(int port) {
    try {
        Connection connection(port);
        assert(open_handles >= 2); // HOLDS
        return 1;
    } catch (const std::invalid_argument &) {
        return 0;
    }
}

int main() {
    int good = 0, bad = 1;
    std::thread a([&] { good = connect(8080); });
    std::thread b([&] { bad = connect(80); });
    a.join();
    b.join();
    assert(good == 1 && bad == 0); // HOLDS
    assert(open_handles == 0); // HOLDS
    return 0;
}
