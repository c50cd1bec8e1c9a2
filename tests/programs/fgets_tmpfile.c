// CONSTRUCT: stdio on a temporary file: tmpfile, fputs, fprintf, rewind, fgets, fgetc, fread, feof
// EXIT: 0
// OUTPUT: one|two 2\n
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

static FILE *file;
static char line1[16], line2[16];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int turn;

static void *reader(void *arg) {
    char *into = arg;
    pthread_mutex_lock(&lock);
    turn++;
    char *line = fgets(into, 16, file);
    assert(line == into);
    into[strcspn(into, "\n")] = '\0';
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    char rest[4];
    file = tmpfile();
    assert(file != NULL);
    fputs("one\n", file);
    fprintf(file, "%s %d\n", "two", 2);
    fputc('x', file);
    fwrite("yz", 1, 2, file);
    rewind(file);
    pthread_create(&t1, NULL, reader, line1);
    pthread_join(t1, NULL);
    pthread_create(&t2, NULL, reader, line2);
    pthread_join(t2, NULL);
    assert(fgetc(file) == 'x');
    assert(fread(rest, 1, sizeof rest, file) == 2 && feof(file));
    fclose(file);
    printf("%s|%s\n", line1, line2);
    return turn - 2;
}
