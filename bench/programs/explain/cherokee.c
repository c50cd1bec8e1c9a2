/* Cherokee 0.9.2 (cherokee_01): log entries of all threads are appended to one buffer; cherokee_buffer_add() makes
   room if the entry does not fit, copies it behind what is used, and then raises the number of used bytes, all of it
   without a lock. One thread finds room and does not grow the buffer, the other one takes the room. What is wrong is a
   branch that is not taken: growing. */
// KIND: AV
// THREADS: 3
// TRACES: 1
// PROPERTY: assertions
// RUNS: seeds 0-60
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct buffer {
    char *bytes;
    int size;
    int used;
};

struct entry {
    const char *text;
    int length;
};

struct logger {
    struct buffer pending;
    int entries;
};

static struct logger logger;
static struct entry entries[] = {{"GET /", 5}, {"HEAD /", 6}};

static void buffer_init(struct buffer *buffer, int size) {
    buffer->bytes = malloc((size_t)size);
    buffer->size = size;
    buffer->used = 0;
}

static void buffer_grow(struct buffer *buffer, int more) {
    int size = buffer->size + more;
    buffer->bytes = realloc(buffer->bytes, (size_t)size);
    buffer->size = size;
}

static void buffer_add(struct buffer *buffer, const char *text, int length) {
    if (buffer->used + length > buffer->size)  // CAUSE switch 1 from
        buffer_grow(buffer, length);
    assert(buffer->used + length <= buffer->size);  // CAUSE switch 2 back
    memcpy(buffer->bytes + buffer->used, text, (size_t)length);
    buffer->used += length;  // CAUSE switch 1 to, switch 2 from
}

static void logger_write(struct logger *log, const struct entry *entry) {
    buffer_add(&log->pending, entry->text, entry->length);
    log->entries++;
}

static void logger_flush(struct logger *log) {
    fwrite(log->pending.bytes, 1, (size_t)log->pending.used, stdout);
    log->pending.used = 0;
}

static void *connection(void *argument) {
    logger_write(&logger, argument);
    return NULL;
}

int main(void) {
    pthread_t first, second;
    buffer_init(&logger.pending, 8);
    pthread_create(&first, NULL, connection, &entries[0]);
    pthread_create(&second, NULL, connection, &entries[1]);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    logger_flush(&logger);
    free(logger.pending.bytes);
    return 0;
}
