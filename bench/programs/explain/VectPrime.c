// Two threads look for primes, each in its part of the numbers, and put what they find into one vector. To add a number
// they read how many there are, write the number behind the last one, and write the new count: when both threads do
// that at once, one prime overwrites the other. The program keeps the search by division and the vector.
//
// KIND: AV
// THREADS: 3
// TRACES: 1
// PROPERTY: assertions
// RUNS: check
// RUNS: seeds 0-200
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

#define LIMIT 14

struct vector {
    int number[LIMIT];
    int count;
};

struct part {
    int from;
    int to;
    struct vector *primes;
};

static struct vector primes;

static bool is_prime(int number)
{
    if (number < 2)
        return false;
    for (int divisor = 2; divisor * divisor <= number; divisor++) {
        if (number % divisor == 0)
            return false;
    }
    return true;
}

static void add(struct vector *vector, int number)
{
    int count = vector->count;   // CAUSE switch 1 from
    vector->number[count] = number;
    vector->count = count + 1;   // CAUSE switch 1 to, switch 2 from, switch 2 to
}

static void *search(void *arg)
{
    struct part *part = arg;
    for (int number = part->from; number < part->to; number++) {
        if (is_prime(number))
            add(part->primes, number);
    }
    return NULL;
}

static int primes_below(int limit)
{
    int found = 0;
    for (int number = 0; number < limit; number++) {
        if (is_prime(number))
            found++;
    }
    return found;
}

int main(void)
{
    struct part low = {0, LIMIT / 2, &primes};
    struct part high = {LIMIT / 2, LIMIT, &primes};
    pthread_t first, second;
    pthread_create(&first, NULL, search, &low);
    pthread_create(&second, NULL, search, &high);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    assert(primes.count == primes_below(LIMIT));
    return 0;
}
