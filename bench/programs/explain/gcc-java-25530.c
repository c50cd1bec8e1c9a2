/* GCC's write_classfile() in the Java compiler (java/25330, known as 25530): every compilation writes to a temporary
   file of the same name and renames it. If that fails, the temporary file is removed before the error is reported, and
   removing sets errno anew: the wrong error is reported. Kept: the shared name, the order of the three calls, with the
   error number as a variable. The removal spoils the number in every order of the threads: the bug is sequential. */
// KIND: SB
// THREADS: 3
// TRACES: 2
// PROPERTY: assertions
// RUNS: seeds 0-20
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdbool.h>

static bool temporary_exists;
static int error_number;

static void write_temporary(void) {
    temporary_exists = true;
}

/* Out: 0, or why the class file could not be made: its directory is on another device. */
static int rename_temporary(void) {
    error_number = EXDEV;
    return EXDEV;
}

static void remove_temporary(void) {
    error_number = temporary_exists ? EBUSY : ENOENT;  // CAUSE
    temporary_exists = false;
}

static void *write_classfile(void *unused) {
    (void)unused;
    write_temporary();
    int reason = rename_temporary();
    if (reason != 0) {
        remove_temporary();
        assert(error_number == reason);
    }
    return NULL;
}

int main(void) {
    pthread_t first, second;
    pthread_create(&first, NULL, write_classfile, NULL);
    pthread_create(&second, NULL, write_classfile, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return 0;
}
