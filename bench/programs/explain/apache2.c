// The worker server of Apache 2.2 (bug 45605): a listener hands connections to workers through a queue, and counts the
// workers that are idle. With nobody idle it waits on a condition variable. A worker that becomes idle counts itself
// and then, if nobody was idle before, signals. Counting and signalling are not one step: the listener can take the new
// idler, hand out a connection and wait for the next one in between; then the signal wakes it although nobody is idle,
// which it does not check again, and the count of idlers goes below zero. The program keeps the queue, the count of
// idlers, the pools that idle workers give back, connections that are accepted when their request is there (as with an
// accept filter), and the answers. The arguments say which requests the clients send, one for each connection.
//
// KIND: AV
// THREADS: 3
// TRACES: 8
// PROPERTY: assertions
// ARGS: 0 1 2
// RUNS: check seeds 1-2
// RUNS: args 1 2 3; check seeds 1-2
// RUNS: args 2 3 0; check seeds 1-2
// RUNS: args 3 0 1; check seeds 1-2
// RUNS: seeds 0-100
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#define CONNECTIONS 3
#define QUEUE_SIZE 2
#define MAX_PATH 16

enum method { METHOD_GET, METHOD_HEAD, METHOD_UNKNOWN };
enum status { OK = 200, NOT_FOUND = 404, NOT_IMPLEMENTED = 501 };

struct pool {
    struct pool *next;
    int used;
};

struct request {
    enum method method;
    char path[MAX_PATH];
};

struct connection {
    int socket;
    struct request request;
    struct pool *pool;
};

struct response {
    enum status status;
    int length;
};

// ---- the queue of connections

struct fd_queue {
    pthread_mutex_t one_big_mutex;
    pthread_cond_t not_empty;
    struct connection data[QUEUE_SIZE];
    int elements;
    int in;
    int out;
};

static void queue_push(struct fd_queue *queue, const struct connection *connection)
{
    pthread_mutex_lock(&queue->one_big_mutex);
    assert(queue->elements < QUEUE_SIZE);
    queue->data[queue->in] = *connection;
    queue->in = (queue->in + 1) % QUEUE_SIZE;
    queue->elements++;
    pthread_cond_signal(&queue->not_empty);
    pthread_mutex_unlock(&queue->one_big_mutex);
}

static struct connection queue_pop(struct fd_queue *queue)
{
    pthread_mutex_lock(&queue->one_big_mutex);
    while (queue->elements == 0)
        pthread_cond_wait(&queue->not_empty, &queue->one_big_mutex);
    struct connection connection = queue->data[queue->out];
    queue->out = (queue->out + 1) % QUEUE_SIZE;
    queue->elements--;
    pthread_mutex_unlock(&queue->one_big_mutex);
    return connection;
}

// ---- the idle workers and the pools that they give back

struct fd_queue_info {
    pthread_mutex_t idlers_mutex;
    pthread_cond_t wait_for_idler;
    atomic_int idlers;
    struct pool *_Atomic recycled_pools;
};

static void push_pool(struct fd_queue_info *info, struct pool *pool)
{
    struct pool *head = atomic_load(&info->recycled_pools);
    do {
        pool->next = head;
    } while (!atomic_compare_exchange_strong(&info->recycled_pools, &head, pool));
}

static struct pool *pop_pool(struct fd_queue_info *info)
{
    struct pool *head = atomic_load(&info->recycled_pools);
    while (head != NULL && !atomic_compare_exchange_strong(&info->recycled_pools, &head, head->next))
        continue;
    return head;
}

static void queue_info_set_idle(struct fd_queue_info *info, struct pool *pool)
{
    if (pool != NULL)
        push_pool(info, pool);
    int prev_idlers = atomic_fetch_add(&info->idlers, 1);  // CAUSE switch 1 from
    if (prev_idlers == 0) {                                // CAUSE
        pthread_mutex_lock(&info->idlers_mutex);
        pthread_cond_signal(&info->wait_for_idler);        // CAUSE switch 2 to
        pthread_mutex_unlock(&info->idlers_mutex);
    }
}

static struct pool *queue_info_wait_for_idler(struct fd_queue_info *info)
{
    if (atomic_load(&info->idlers) == 0) {
        pthread_mutex_lock(&info->idlers_mutex);
        if (atomic_load(&info->idlers) == 0)
            pthread_cond_wait(&info->wait_for_idler, &info->idlers_mutex);  // CAUSE switch 2 from
        pthread_mutex_unlock(&info->idlers_mutex);
    }
    int prev_idlers = atomic_fetch_sub(&info->idlers, 1);  // CAUSE switch 1 to
    assert(prev_idlers > 0);
    return pop_pool(info);
}

// ---- requests

struct document {
    const char *path;
    int length;
};

static const struct document documents[] = {{"/", 120}, {"/manual", 900}};
static const char *const requests[] = {"GET /", "HEAD /manual", "POST /", "GET /icons"};
static struct response answered[CONNECTIONS];

static enum method read_method(const char *text, size_t length)
{
    if (length == 3 && memcmp(text, "GET", 3) == 0)
        return METHOD_GET;
    if (length == 4 && memcmp(text, "HEAD", 4) == 0)
        return METHOD_HEAD;
    return METHOD_UNKNOWN;
}

static void read_request(struct request *request, const char *text)
{
    size_t length = 0;
    while (text[length] != ' ')
        length++;
    request->method = read_method(text, length);
    const char *path = text + length + 1;
    size_t i = 0;
    for (; path[i] != '\0' && i + 1 < MAX_PATH; i++)
        request->path[i] = path[i];
    request->path[i] = '\0';
}

static const struct document *find_document(const char *path)
{
    for (size_t i = 0; i < sizeof documents / sizeof *documents; i++) {
        if (strcmp(documents[i].path, path) == 0)
            return &documents[i];
    }
    return NULL;
}

static struct response respond(const struct request *request)
{
    if (request->method == METHOD_UNKNOWN)
        return (struct response){NOT_IMPLEMENTED, 0};
    const struct document *document = find_document(request->path);
    if (document == NULL)
        return (struct response){NOT_FOUND, 0};
    return (struct response){OK, request->method == METHOD_HEAD ? 0 : document->length};
}

static void accept_connection(struct connection *connection, int socket, const char *text, struct pool *pool)
{
    connection->socket = socket;
    connection->pool = pool;
    pool->used = (int)sizeof connection->request;
    read_request(&connection->request, text);
}

static void process_socket(const struct connection *connection)
{
    answered[connection->socket] = respond(&connection->request);
    connection->pool->used = 0;
}

// ---- the threads

static struct fd_queue worker_queue = {.one_big_mutex = PTHREAD_MUTEX_INITIALIZER, .not_empty = PTHREAD_COND_INITIALIZER};
static struct fd_queue_info worker_queue_info = {
    .idlers_mutex = PTHREAD_MUTEX_INITIALIZER, .wait_for_idler = PTHREAD_COND_INITIALIZER
};
static struct pool pools[CONNECTIONS];

static void *worker_thread(void *arg)
{
    struct pool *last_pool = NULL;
    for (int served = 0; served < CONNECTIONS; served++) {
        queue_info_set_idle(&worker_queue_info, last_pool);
        struct connection connection = queue_pop(&worker_queue);
        process_socket(&connection);
        last_pool = connection.pool;
    }
    return arg;
}

static void *listener_thread(void *arg)
{
    const int *chosen = arg;
    int made = 0;
    for (int accepted = 0; accepted < CONNECTIONS; accepted++) {
        struct connection connection;
        struct pool *pool = queue_info_wait_for_idler(&worker_queue_info);
        if (pool == NULL)
            pool = &pools[made++];
        accept_connection(&connection, accepted, requests[chosen[accepted]], pool);
        queue_push(&worker_queue, &connection);
    }
    return NULL;
}

int main(int argc, char **argv)
{
    if (argc != CONNECTIONS + 1)
        return 2;
    int chosen[CONNECTIONS];
    for (int i = 0; i < CONNECTIONS; i++)
        chosen[i] = atoi(argv[i + 1]) % (int)(sizeof requests / sizeof *requests);
    pthread_t listener, worker;
    pthread_create(&worker, NULL, worker_thread, NULL);
    pthread_create(&listener, NULL, listener_thread, chosen);
    pthread_join(listener, NULL);
    pthread_join(worker, NULL);
    return 0;
}
