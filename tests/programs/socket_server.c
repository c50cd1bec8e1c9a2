// CONSTRUCT: a server with epoll and two worker threads, and a client in another process
// EXIT: 0
#include <arpa/inet.h>
#include <assert.h>
#include <pthread.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#define REQUESTS 4

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t filled = PTHREAD_COND_INITIALIZER;
static int queue[REQUESTS], queued, taken, closed, served, sum;

static void *serve(void *arg) {
    for (;;) {
        unsigned char byte = 0;
        pthread_mutex_lock(&lock);
        while (taken == queued && !closed)
            pthread_cond_wait(&filled, &lock);
        if (taken == queued) {
            pthread_mutex_unlock(&lock);
            return arg;
        }
        int connection = queue[taken++];
        pthread_mutex_unlock(&lock);
        assert(recv(connection, &byte, 1, 0) == 1);
        pthread_mutex_lock(&lock);
        sum += byte;
        served++;
        pthread_mutex_unlock(&lock);
        byte = (unsigned char)(byte + 1);
        assert(send(connection, &byte, 1, 0) == 1);
        close(connection);
    }
}

static int be_client(struct sockaddr_in server) {
    for (unsigned char i = 0; i < REQUESTS; i++) {
        int connection = socket(AF_INET, SOCK_STREAM, 0);
        unsigned char byte = i;
        if (connect(connection, (struct sockaddr *)&server, sizeof server) || write(connection, &byte, 1) != 1)
            return 1;
        if (read(connection, &byte, 1) != 1 || byte != i + 1)
            return 2;
        close(connection);
    }
    return 0;
}

int main(void) {
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr = {htonl(INADDR_LOOPBACK)}};
    socklen_t length = sizeof address;
    struct epoll_event wanted = {.events = EPOLLIN}, came;
    pthread_t workers[2];
    int status, listener = socket(AF_INET, SOCK_STREAM, 0), watcher = epoll_create1(0);
    assert(bind(listener, (struct sockaddr *)&address, sizeof address) == 0 && listen(listener, 8) == 0);
    assert(getsockname(listener, (struct sockaddr *)&address, &length) == 0);
    pid_t client = fork();
    if (client == 0)
        _exit(be_client(address));
    epoll_ctl(watcher, EPOLL_CTL_ADD, listener, &wanted);
    for (int i = 0; i < 2; i++)
        pthread_create(&workers[i], NULL, serve, NULL);
    for (int i = 0; i < REQUESTS; i++) {
        assert(epoll_wait(watcher, &came, 1, -1) == 1);
        int connection = accept(listener, NULL, NULL);
        assert(connection >= 0);
        pthread_mutex_lock(&lock);
        queue[queued++] = connection;
        pthread_cond_signal(&filled);
        pthread_mutex_unlock(&lock);
    }
    pthread_mutex_lock(&lock);
    closed = 1;
    pthread_cond_broadcast(&filled);
    pthread_mutex_unlock(&lock);
    for (int i = 0; i < 2; i++)
        pthread_join(workers[i], NULL);
    assert(waitpid(client, &status, 0) == client && status == 0);
    assert(served == REQUESTS && sum == 6);
    return 0;
}
