// The Linux network driver tg3: reading the statistics of the card (tg3_get_stats64) can come while the card is closed
// or set up anew. The reader holds the driver's lock, looks whether tp->hw_stats is there, and reads all counters
// through it; what frees that block (tg3_free_consistent) did not take the lock. The program keeps the two functions,
// with a block of counters that packets were counted in before.
//
// KIND: DR
// THREADS: 3
// TRACES: 1
// PROPERTY: assertions
// RUNS: check
// RUNS: seeds 0-50
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

enum counter { RX_OCTETS, RX_UCAST, RX_MCAST, RX_ERRORS, TX_OCTETS, TX_PACKETS, COUNTERS };

struct hw_stats {
    long counter[COUNTERS];
};

struct net_stats {
    long rx_packets;
    long rx_bytes;
    long rx_errors;
    long tx_packets;
    long tx_bytes;
};

struct packet {
    long length;
    int multicast;
};

struct tg3 {
    pthread_mutex_t lock;
    struct hw_stats *hw_stats;
    struct net_stats net_stats;
};

static struct hw_stats coherent_memory;
static struct tg3 tg3 = {.lock = PTHREAD_MUTEX_INITIALIZER};

static const struct packet received[] = {{64, 0}, {1500, 0}, {128, 1}};
static const struct packet sent[] = {{64, 0}, {900, 0}};

static void alloc_consistent(struct tg3 *tp)
{
    for (int i = 0; i < COUNTERS; i++)
        coherent_memory.counter[i] = 0;
    tp->hw_stats = &coherent_memory;
}

static void free_consistent(struct tg3 *tp)
{
    tp->hw_stats = NULL;                       // CAUSE switch 1 to, switch 2 from
}

static void receive(struct tg3 *tp, const struct packet *packet)
{
    struct hw_stats *stats = tp->hw_stats;
    if (packet->length < 64) {
        stats->counter[RX_ERRORS]++;
        return;
    }
    stats->counter[packet->multicast ? RX_MCAST : RX_UCAST]++;
    stats->counter[RX_OCTETS] += packet->length;
}

static void start_xmit(struct tg3 *tp, const struct packet *packet)
{
    struct hw_stats *stats = tp->hw_stats;
    stats->counter[TX_PACKETS]++;
    stats->counter[TX_OCTETS] += packet->length;
}

static long get_stat(const struct tg3 *tp, enum counter counter)
{
    const struct hw_stats *stats = tp->hw_stats;  // CAUSE switch 2 to
    assert(stats != NULL);
    return stats->counter[counter];
}

static void *get_stats(void *arg)
{
    struct tg3 *tp = arg;
    pthread_mutex_lock(&tp->lock);
    if (tp->hw_stats != NULL) {                // CAUSE switch 1 from
        tp->net_stats.rx_packets = get_stat(tp, RX_UCAST) + get_stat(tp, RX_MCAST);
        tp->net_stats.rx_bytes = get_stat(tp, RX_OCTETS);
        tp->net_stats.rx_errors = get_stat(tp, RX_ERRORS);
        tp->net_stats.tx_packets = get_stat(tp, TX_PACKETS);
        tp->net_stats.tx_bytes = get_stat(tp, TX_OCTETS);
    }
    pthread_mutex_unlock(&tp->lock);
    return NULL;
}

static void *close_card(void *arg)
{
    free_consistent(arg);
    return NULL;
}

int main(void)
{
    pthread_t reader, closer;
    alloc_consistent(&tg3);
    for (size_t i = 0; i < sizeof received / sizeof *received; i++)
        receive(&tg3, &received[i]);
    for (size_t i = 0; i < sizeof sent / sizeof *sent; i++)
        start_xmit(&tg3, &sent[i]);
    pthread_create(&reader, NULL, get_stats, &tg3);
    pthread_create(&closer, NULL, close_card, &tg3);
    pthread_join(reader, NULL);
    pthread_join(closer, NULL);
    return 0;
}
