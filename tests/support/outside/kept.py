"""What libraries and the kernel keep between calls: environment, generators, tables, streams, files, identity."""

from typing import Final

from tests.support.outside.functions import BY_LETTER, Keeper, keep

_ALL: Final = (
    "stdio.h", "stdlib.h", "string.h", "errno.h", "time.h", "unistd.h", "locale.h", "search.h", "signal.h", "fcntl.h",
    "getopt.h", "setjmp.h", "stdint.h", "sys/mman.h", "sys/stat.h", "sys/resource.h", "sys/prctl.h", "sys/syscall.h",
    "sys/socket.h", "sys/eventfd.h", "libgen.h", "arpa/inet.h", "malloc.h",
)  # fmt: skip


def _kept(family: str, name: str, keeping: str, kept: str, helpers: str = "", **more: object) -> Keeper:
    return keep(family, name, keeping, kept, headers=_ALL, helpers=helpers, **more)


ENVIRONMENT: Final = (
    _kept("environment", "setenv", 'char one[2] = {c, 0}; setenv("SHARED", one, 1);',
          'char *e = getenv("SHARED"); return e ? e[0] : 0;'),
    _kept("environment", "putenv", "said[7] = c; putenv(said);", 'char *e = getenv("SHARED"); return e ? e[0] : 0;',
          'static char said[] = "SHARED=?";\n'),
    _kept("environment", "environ", 'char one[2] = {c, 0}; setenv("SHARED", one, 1);',
          'for (char **e = environ; *e; e++) if (!strncmp(*e, "SHARED=", 7)) return (*e)[7]; return 0;'),
    _kept("environment", "unsetenv", "if (c == '5') setenv(\"SHARED\", \"1\", 1); else unsetenv(\"SHARED\");",
          "return getenv(\"SHARED\") ? '5' : 0;"),
    _kept("environment", "chdir", "if (chdir(c == '5' ? \"/usr\" : \"/\")) abort();",
          "char d[999]; return getcwd(d, sizeof d) && !strcmp(d, \"/usr\") ? '5' : 0;"),
    _kept("environment", "umask", "umask(c == '5' ? 055 : 022);",
          "mode_t m = umask(0); umask(m); return m == 055 ? '5' : 0;"),
    _kept("environment", "setlocale", "setlocale(LC_NUMERIC, c == '5' ? \"C.UTF-8\" : \"C\");",
          "return strcmp(setlocale(LC_NUMERIC, NULL), \"C\") ? '5' : 0;"),
)  # fmt: skip
GENERATORS: Final = (
    _kept("generators", "srand", "srand((unsigned)c);", "int r = rand(); srand('5'); return r == rand() ? '5' : 0;"),
    _kept(
        "generators",
        "srandom",
        "srandom((unsigned)c);",
        "long r = random(); srandom('5'); return r == random() ? '5' : 0;",
    ),
    _kept("generators", "srand48", "srand48(c);", "long r = lrand48(); srand48('5'); return r == lrand48() ? '5' : 0;"),
    _kept(
        "generators",
        "rand_r",
        "seed = (unsigned)c;",
        "unsigned five = '5'; return rand_r(&seed) == rand_r(&five) ? '5' : 0;",
        "static unsigned seed;\n",
    ),
)
SHOWN: Final = (
    _kept("returned memory", "localtime", "time_t t = c; shown = localtime(&t);", "shown ? shown->tm_sec : 0",
          "static struct tm *shown;\n"),
    _kept("returned memory", "gmtime", "time_t t = c; shown = gmtime(&t);", "shown ? shown->tm_sec : 0",
          "static struct tm *shown;\n"),
    _kept("returned memory", "ctime", "time_t t = c; shown = ctime(&t);", "shown ? atoi(shown + 17) : 0",
          "static char *shown;\n"),
    _kept("returned memory", "strerror", "shown = strerror(1000 + c);", "shown ? atoi(shown + 14) - 1000 : 0",
          "static char *shown;\n", between=False),
    _kept("returned memory", "strsignal", "shown = strsignal(1000 + c);", "shown ? atoi(shown + 15) - 1000 : 0",
          "static char *shown;\n", between=False),
    _kept("returned memory", "inet_ntoa", "struct in_addr a; a.s_addr = (unsigned)c; shown = inet_ntoa(a);",
          "shown ? atoi(shown) : 0", "static char *shown;\n", between=False),
    _kept("returned memory", "dirname", "path[1] = c; path[2] = '/'; shown = dirname(path);", "shown ? shown[1] : 0",
          'static char path[] = "/?/b";\nstatic char *shown;\n'),
    _kept("returned memory", "strtok", "line[2] = c; line[1] = ' '; strtok(line, \" \");",
          'char *p = strtok(NULL, " "); return p ? p[0] : 0;', 'static char line[] = "a ?";\n'),
    _kept("returned memory", "l64a", "shown = l64a(c);", "shown ? (int)a64l(shown) : 0", "static char *shown;\n"),
    _kept("returned memory", "setvbuf", "setvbuf(stdout, room, _IOFBF, sizeof room); rewind(stdout); "
          "printf(\"%c\", c);",
          "for (int i = 255; i >= 0; i--) if (room[i]) return room[i]; return 0;", "static char room[256];\n"),
)  # fmt: skip
TABLES: Final = (
    _kept("tables", "hsearch", "ENTRY e = {(char *)\"k\", 0}; if (!made) { hcreate(8); made = 1; } "
          "hsearch(e, ENTER)->data = (void *)(long)c;",
          "ENTRY e = {(char *)\"k\", 0}; if (!made) return 0; return (int)(long)hsearch(e, FIND)->data;",
          "static int made;\n"),
    _kept("tables", "tsearch", "char *p = strchr(letters, c); if (c == '9') tdelete(\"5\", &root, by_letter); "
          "else tsearch(p, &root, by_letter);", "return root && tfind(\"5\", &root, by_letter) ? '5' : 0;",
          BY_LETTER + 'static char letters[] = "059";\nstatic void *root;\n'),
    _kept("tables", "lsearch", "if (c == '9') count = 0; else lsearch(&c, rows, &count, 1, by_letter);",
          "return lfind(\"5\", rows, &count, 1, by_letter) ? '5' : 0;",
          BY_LETTER + "static char rows[8];\nstatic size_t count;\n"),
    _kept("tables", "getopt", "char o[3] = {'-', c, 0}; char p[2] = \"p\"; char *v[3] = {p, o, NULL}; optind = 1; "
          "opterr = 0; getopt(2, v, \"z\");", "return optopt;"),
    _kept("tables", "pthread_setspecific", "if (!made) { pthread_key_create(&key, NULL); made = 1; } "
          "pthread_setspecific(key, (void *)(long)c);",
          "return made ? (int)(long)pthread_getspecific(key) : 0;", "static pthread_key_t key;\nstatic int made;\n",
          between=False),
)  # fmt: skip
STREAMS: Final = (
    _kept("streams", "open_memstream", "if (shown) free(shown); shown = NULL; FILE *f = open_memstream(&shown, &n); "
          "fputc(c, f); fclose(f);", "shown ? shown[0] : 0", "static char *shown;\nstatic size_t n;\n"),
    _kept("streams", "fmemopen", 'FILE *f = fmemopen(room, sizeof room, "w"); fprintf(f, "%c", c); fclose(f);',
          "room[0]",
          "static char room[16];\n"),
    _kept("streams", "tmpfile", "if (!file) file = tmpfile(); rewind(file); fputc(c, file); fflush(file);",
          "if (!file) return 0; rewind(file); return fgetc(file);", "static FILE *file;\n"),
    _kept("streams", "ungetc", "if (!file) file = tmpfile(); rewind(file); ungetc(c, file);",
          "return file ? fgetc(file) : 0;", "static FILE *file;\n"),
    _kept("streams", "fseek", "if (!file) file = tmpfile(); fseek(file, c, SEEK_SET);",
          "return file ? (int)ftell(file) : 0;", "static FILE *file;\n"),
    _kept("streams", "printf-n", 'printf("%.*s%n", c == \'5\' ? 5 : 1, "abcdefgh", &n);', "return n == 5 ? '5' : 0;",
          "static int n;\n"),
    _kept("streams", "setbuf", "if (!file) { file = tmpfile(); setbuf(file, room); } rewind(file); fputc(c, file);",
          "room[0]", "static FILE *file;\nstatic char room[BUFSIZ];\n"),
    _kept("streams", "fputs-fgets", "if (!file) file = tmpfile(); char one[2] = {c, 0}; rewind(file); "
          "fputs(one, file); "
          "rewind(file);", "char d[8] = \"\"; if (!file || !fgets(d, 8, file)) return 0; return d[0];",
          "static FILE *file;\n"),
)  # fmt: skip
FILES: Final = (
    _kept("files", "pwrite", "if (!file) file = memfd_create(\"m\", 0); if (pwrite(file, &c, 1, 0) != 1) abort();",
          "char d = 0; if (!file || pread(file, &d, 1, 0) != 1) return 0; return d;", "static int file;\n"),
    _kept("files", "lseek", "if (!file) file = memfd_create(\"m\", 0); lseek(file, c, SEEK_SET);",
          "return file ? (int)lseek(file, 0, SEEK_CUR) : 0;", "static int file;\n"),
    _kept("files", "ftruncate", "if (!file) file = memfd_create(\"m\", 0); if (ftruncate(file, c)) abort();",
          "struct stat st; if (!file || fstat(file, &st)) return 0; return (int)st.st_size;", "static int file;\n"),
    _kept("files", "pipe", "if (!ends[1] && pipe(ends)) abort(); if (write(ends[1], &c, 1) != 1) abort();",
          "char d = 0; if (!ends[1]) return 0; fcntl(ends[0], F_SETFL, O_NONBLOCK); "
          "while (read(ends[0], &d, 1) == 1) {} return d;", "static int ends[2];\n"),
    _kept("files", "eventfd", "if (!file) file = eventfd(0, EFD_NONBLOCK); uint64_t d; if (read(file, &d, 8)) "
          "{} d = c; "
          "if (write(file, &d, 8) != 8) abort();",
          "uint64_t d = 0; if (!file || read(file, &d, 8) != 8) return 0; return (int)d;", "static int file;\n"),
    _kept("files", "mmap-and-write", "if (!file) { file = memfd_create(\"m\", 0); if (ftruncate(file, 4096)) "
          "abort(); seen = "
          "(char *)mmap(NULL, 4096, PROT_READ, MAP_SHARED, file, 0); } if (pwrite(file, &c, 1, 0) != 1) abort();",
          "return seen ? seen[0] : 0;", "static int file;\nstatic char *seen;\n"),
    _kept("files", "socketpair", "if (!ends[1] && socketpair(AF_UNIX, SOCK_DGRAM, 0, ends)) abort(); "
          "send(ends[1], &c, 1, 0);",
          "char d = 0; if (!ends[1]) return 0; while (recv(ends[0], &d, 1, MSG_DONTWAIT) == 1) {} return d;",
          "static int ends[2];\n"),
)  # fmt: skip
PROCESS: Final = (
    _kept("process", "sigaction", "signal(SIGUSR1, c == '5' ? SIG_IGN : SIG_DFL);",
          "struct sigaction a; sigaction(SIGUSR1, NULL, &a); return a.sa_handler == SIG_IGN ? '5' : 0;"),
    _kept("process", "prctl", "prctl(PR_SET_DUMPABLE, c == '5' ? 0 : 1);",
          "return prctl(PR_GET_DUMPABLE) == 0 ? '5' : 0;"),
    _kept("process", "pthread_setname_np", "char one[2] = {c, 0}; if (!whose) whose = pthread_self(); "
          "pthread_setname_np(whose, one);",
          "char d[32] = \"\"; if (!whose) return 0; pthread_getname_np(whose, d, sizeof d); return d[0];",
          "static pthread_t whose;\n", between=False),
)  # fmt: skip
IDENTITY: Final = (
    _kept("identity", "pthread_self", "whose = c == '5' ? pthread_self() : 0;",
          "return whose && !pthread_equal(whose, pthread_self()) ? '5' : 0;", "static pthread_t whose;\n", alone=False),
    _kept("identity", "gettid", "whose = c == '5' ? (int)syscall(SYS_gettid) : 0;",
          "return whose && whose != (int)syscall(SYS_gettid) ? '5' : 0;", "static int whose;\n", alone=False),
    _kept("identity", "address-of-local", "char local; where = c == '5' ? (uintptr_t)&local : 0;",
          "char local; return where && where != (uintptr_t)&local ? '5' : 0;",
          "static uintptr_t where;\n", alone=False),
    _kept("identity", "address-of-local-far", "char local; where = c == '5' ? (uintptr_t)&local : 0;",
          "char local; uintptr_t mine = (uintptr_t)&local; uintptr_t far = mine > where ? mine - where : where - mine; "
          "return where && far > 65536 ? '5' : 0;",
          "static uintptr_t where;\n", alone=False),
    _kept("identity", "usable-size", "if (block) free(block); block = malloc((size_t)c * 64);",
          "return block ? (int)(malloc_usable_size(block) / 64) : 0;", "static void *block;\n"),
)  # fmt: skip
_CLOCK: Final = """static long long first = 1LL << 62, second = 1LL << 62;
static long long now(void)
{ struct timespec t; clock_gettime(%s, &t); return t.tv_sec * 1000000000LL + t.tv_nsec; }
"""


def _clock(name: str, clock: str) -> Keeper:
    """Between the two times that are noted."""
    noted = "if (c == '5') first = now(); else second = now();"
    asked = "long long t = now(); return t >= first && t < second ? '5' : 0;"
    return _kept("clocks", name, noted, asked, _CLOCK % clock, alone=False)


CLOCKS: Final = (
    _clock("monotonic", "CLOCK_MONOTONIC"),
    _clock("realtime", "CLOCK_REALTIME"),
    _clock("boottime", "CLOCK_BOOTTIME"),
    _kept("clocks", "time", "if (c == '5') first = time(NULL); else second = 1;",
          "return time(NULL) >= first && !second ? '5' : 0;",
          "static time_t first = (time_t)1 << 40;\nstatic int second;\n", alone=False),
)  # fmt: skip
KEPT: Final = ENVIRONMENT + GENERATORS + SHOWN + TABLES + STREAMS + FILES + PROCESS + IDENTITY + CLOCKS
