// CONSTRUCT: a jthread is joined where its scope ends
#include <thread>

static int result;

int main() {
    {
        std::jthread worker([] { result = 5; });
    }
    return result == 5 ? 0 : 1;
}
