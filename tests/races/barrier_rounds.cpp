// CONSTRUCT: std::barrier between writing one's own cell and reading the other's
#include <barrier>
#include <thread>

static std::barrier<> meet(2);
static int cells[2], seen[2];

static void run(int me) {
    cells[me] = me + 1;
    meet.arrive_and_wait();
    seen[me] = cells[1 - me];
}

int main() {
    std::thread first(run, 0), second(run, 1);
    first.join();
    second.join();
    return seen[0] + seen[1] == 3 ? 0 : 1;
}
