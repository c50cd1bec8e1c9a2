// CONSTRUCT: a jthread's result is read before its scope ends
#include <thread>

static int result, seen;

int main() {
    {
        std::jthread worker([] { result = 5; }); // RACE!
        seen = result; // RACE!
    }
    return 0;
}
