/* Memory of the runtime itself, and memory of the program at addresses that are the same under every schedule.
 *
 *   0x0a0000000000            chunks of the recording
 *   0x0b0000000000            what the control file said: its length differs between a run and its replay
 *   0x0c0000000000            the rest of the runtime's own: programs find its addresses in stack they did not initialise
 *   0x0fe000000000            argv, environment
 *   0x0ff000000000            main's stack, 64 MiB
 *   0x100000000000            main's heap: what the program allocates; from 0x180000000000 what libraries allocate for it
 *   0x200000000000            16384 slots of 4 GiB, one a thread: stack, heap; in the upper half what libraries allocate
 *   0x600000000000            4096 overflow slots of 4 GiB, for a thread whose heap is full
 *
 * A thread's slot follows from its creation path. Two paths with the same slot: the one created later takes the next free one.
 */
#include "runtime.h"

#include <sys/mman.h>

#define FIRST_SLOT 0x200000000000
#define SLOT_SIZE 0x100000000
#define SLOT_COUNT 16384
#define FIRST_OVERFLOW 0x600000000000
#define OVERFLOW_COUNT 4096

#define RUNTIME_STEP (1 << 20)
#define FIRST_STEP (256 << 10)
#define LARGEST_STEP (64 << 20)

#ifndef MAP_FIXED_NOREPLACE
#define MAP_FIXED_NOREPLACE 0x100000
#endif

static uint64_t next_block = 0x0b0000000000;
static char *runtime_next;
static char *runtime_end;
static bool taken[SLOT_COUNT + OVERFLOW_COUNT];

void *rd_take(uint64_t size)
{
    size = (size + 15) & ~15ull;
    if (size > (uint64_t)(runtime_end - runtime_next)) {
        uint64_t step = size > RUNTIME_STEP ? (size + RD_PAGE - 1) & ~(RD_PAGE - 1ull) : RUNTIME_STEP;
        long block = RD_SYSCALL6(SYS_mmap, next_block, step, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        next_block += step;
        if (block < 0 && block > -RD_PAGE) {
            RD_SAY("out of memory");
            rd_end_run(RD_OUTCOME_RUNNING);
        }
        if (step > RUNTIME_STEP)
            return (void *)block;
        runtime_next = (char *)block;
        runtime_end = runtime_next + step;
    }
    void *found = runtime_next;
    runtime_next += size;
    return found;
}

void rd_control_is_read(void)
{
    next_block = 0x0c0000000000;
    runtime_next = runtime_end = NULL;
}

void *rd_map_fixed(uint64_t address, uint64_t size)
{
    long found = RD_SYSCALL6(SYS_mmap, address, size, PROT_READ | PROT_WRITE,
                             MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
    return (uint64_t)found == address ? (void *)address : NULL;
}

bool rd_grow(struct rd_arena *arena, uint64_t upto)
{
    if (upto <= arena->mapped)
        return true;
    if (upto > arena->end)
        return false;
    uint64_t step = arena->mapped - arena->base;
    step = step < FIRST_STEP ? FIRST_STEP : step > LARGEST_STEP ? LARGEST_STEP : step;
    if (step < upto - arena->mapped)
        step = (upto - arena->mapped + RD_PAGE - 1) & ~(RD_PAGE - 1ull);
    if (step > arena->end - arena->mapped)
        step = arena->end - arena->mapped;
    if (!rd_map_fixed(arena->mapped, step))
        return false;
    arena->mapped += step;
    return true;
}

struct rd_slot rd_take_slot(const char *path, uint64_t number)
{
    uint64_t hash = 0xcbf29ce484222325 + number;
    for (; *path; path++)
        hash = (hash ^ (unsigned char)*path) * 0x100000001b3;
    hash ^= hash >> 29;
    uint64_t first = number ? SLOT_COUNT : 0;
    uint64_t count = number ? OVERFLOW_COUNT : SLOT_COUNT;
    for (uint64_t tries = 0; tries < count; tries++) {
        uint64_t slot = (hash + tries) % count;
        if (!taken[first + slot]) {
            taken[first + slot] = true;
            return (struct rd_slot){(number ? FIRST_OVERFLOW : FIRST_SLOT) + slot * SLOT_SIZE, SLOT_SIZE};
        }
    }
    return (struct rd_slot){0, 0};
}
