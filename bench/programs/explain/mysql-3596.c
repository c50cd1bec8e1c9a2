// MySQL bug 3596: `show innodb status` prints what every connection is doing. It looks whether thd->proc_info is set
// and then hands it to fputs; the connection itself clears proc_info when its command is done, without any lock, and
// fputs gets a null pointer. The program keeps the two functions' accesses: the printing one and the one of the
// connection.
//
// KIND: DR
// THREADS: 3
// TRACES: 1
// PROPERTY: assertions
// RUNS: check
// RUNS: seeds 0-200
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

struct thd {
    int id;
    const char *proc_info;
};

static struct thd connection = {7, "Sending data"};

static void put(const char *text)
{
    assert(text != NULL);
    fputs(text, stdout);
}

static void *show_innodb_status(void *input_thd)
{
    struct thd *thd = input_thd;
    printf("MySQL thread id %d", thd->id);
    if (thd->proc_info) {         // CAUSE switch 1 from
        put(" ");
        put(thd->proc_info);      // CAUSE switch 2 to
    }
    put("\n");
    return NULL;
}

static void *do_command(void *input_thd)
{
    struct thd *thd = input_thd;
    thd->proc_info = NULL;        // CAUSE switch 1 to, switch 2 from
    return NULL;
}

int main(void)
{
    pthread_t printer, client;
    pthread_create(&printer, NULL, show_innodb_status, &connection);
    pthread_create(&client, NULL, do_command, &connection);
    pthread_join(printer, NULL);
    pthread_join(client, NULL);
    return 0;
}
