/* Apache 25520 (mod_log_config): ap_buffered_log_writer() flushes the log buffer if the new line does not fit, and then
   copies the line to its end; nothing keeps two workers apart. One finds room and does not flush, the other one
   takes the room, and the first writes past the end. What is wrong is a branch that is not taken: the flush.
   Kept: the test for room, the flush, the copy in parts, the count that moves behind it. */
// KIND: AV
// THREADS: 3
// TRACES: 1
// PROPERTY: assertions
// RUNS: seeds 0-60
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#define LOG_BUFSIZE 16
#define PARTS 2

struct buffered_log {
    int outcnt;
    int flushes;
    char outbuf[LOG_BUFSIZE];
    char file[4 * LOG_BUFSIZE];
    int written;
};

struct request {
    const char *parts[PARTS];
    int lengths[PARTS];
};

static struct buffered_log access_log;
static struct request requests[] = {
    {{"GET ", "/a"}, {4, 2}},
    {{"GET ", "/b"}, {4, 2}},
    {{"PUT ", "/c"}, {4, 2}},
};

static void write_file(struct buffered_log *log, const char *bytes, int length) {
    memcpy(&log->file[log->written], bytes, (size_t)length);
    log->written += length;
}

static void flush_log(struct buffered_log *log) {
    write_file(log, log->outbuf, log->outcnt);
    log->outcnt = 0;
    log->flushes++;
}

static void append(struct buffered_log *log, const struct request *request, int length) {
    assert(log->outcnt + length <= LOG_BUFSIZE);  // CAUSE switch 2 back
    char *end = &log->outbuf[log->outcnt];
    for (int part = 0; part < PARTS; part++) {
        memcpy(end, request->parts[part], (size_t)request->lengths[part]);
        end += request->lengths[part];
    }
    log->outcnt += length;  // CAUSE switch 1 to, switch 2 from
}

static void buffered_log_writer(struct buffered_log *log, const struct request *request) {
    int length = 0;
    for (int part = 0; part < PARTS; part++)
        length += request->lengths[part];
    if (log->outcnt + length > LOG_BUFSIZE)  // CAUSE switch 1 from
        flush_log(log);
    if (length > LOG_BUFSIZE) {
        for (int part = 0; part < PARTS; part++)
            write_file(log, request->parts[part], request->lengths[part]);
    } else {
        append(log, request, length);
    }
}

static void *worker(void *argument) {
    buffered_log_writer(&access_log, argument);
    return NULL;
}

int main(void) {
    pthread_t first, second;
    buffered_log_writer(&access_log, &requests[0]);
    pthread_create(&first, NULL, worker, &requests[1]);
    pthread_create(&second, NULL, worker, &requests[2]);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    flush_log(&access_log);
    printf("%d flushes, %d bytes\n", access_log.flushes, access_log.written);
    return 0;
}
