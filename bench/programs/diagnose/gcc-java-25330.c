/* GCC's write_classfile() in the Java compiler (java/25330): every compilation writes to a temporary file of the same
   name and renames it to the class file. If two run at once, one renames the file that the other has just written, and
   the other finds none. Kept: the shared name, writing and renaming. (The program of that bug for `explain` reports the
   wrong error in every order of the threads.) */
// KIND: AV
// THREADS: 3
// DIAGNOSE concurrency
// CAUSE: write -> rename, rename -> find
// REPAIR: mutex
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>

static bool temporary_exists;

static void write_temporary(void) {
    temporary_exists = true;  // AT write
}

static void rename_temporary(void) {
    assert(temporary_exists);  // AT find // FAILS
    temporary_exists = false;  // AT rename
}

static void *write_classfile(void *arg) {
    write_temporary();
    rename_temporary();
    return arg;
}

int main(void) {
    pthread_t first, second;
    pthread_create(&first, NULL, write_classfile, NULL);
    pthread_create(&second, NULL, write_classfile, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return 0;
}
