// CONSTRUCT: a stack of numbers lies where a stream of a function that is over had lain; no address is wrong
#include <atomic>
#include <sstream>
#include <thread>

struct Stack {
    std::atomic<int> top{0};
    int items[4];
    int pop() { return items[--top]; }
};

static void before() {
    std::ostringstream stream;
    stream << 1;
}

static int taken() {
    Stack stack;
    stack.items[stack.top++] = 7;
    int found = 0;
    std::thread taker([&] { found = stack.pop(); });
    taker.join();
    return found;
}

int main() {
    before();
    return taken() == 7 ? 0 : 1;
}
