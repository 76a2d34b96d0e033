/* A small message layer: each rank is a fiber of one process, so that a run is the same each time and a hang is seen at
 * once. MODE & 1: sends wait for their receives. MODE & 2: the last rank runs first, and data arrive when they are waited
 * for. What the standard forbids ends the process with 3, a hang with 2, a wrong result with 1. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <ucontext.h>
#include <unistd.h>

typedef int MPI_Comm, MPI_Datatype, MPI_Status;
typedef struct request { int kind, from, to, tag, type, bytes, done; void *data; char *copy; struct request *match, *next; } *MPI_Request;
enum { MPI_COMM_WORLD = 0, MPI_ANY_TAG = -7, MPI_PROC_NULL = -9 };
enum { MPI_CHAR = 1, MPI_INT = 4, MPI_FLOAT = 20, MPI_DOUBLE = 8, MPI_LONG = 24 };
#define MPI_STATUS_IGNORE NULL
#define MPI_STATUSES_IGNORE NULL
#define MOST 8
static int p, me, mode, moved, ended[MOST];
static ucontext_t fiber[MOST], outside;
static struct request *first, *last, nobody = { -1, .done = 1 };

extern void *__asan_region_is_poisoned(void *, size_t);
static void forbidden(void) { _exit(3); }
static int size_of(int type) { return type == MPI_FLOAT ? 4 : type == MPI_LONG ? 8 : type; }
static void others(void) { swapcontext(&fiber[me], &outside); }

static MPI_Request post(int kind, void *data, int count, int type, int peer, int tag) {
    if (peer == MPI_PROC_NULL) return &nobody;
    MPI_Request one = calloc(1, sizeof *one);
    if (peer < 0 || peer >= p || count < 0 || (tag < 0 && !(kind == 1 && tag == MPI_ANY_TAG))) forbidden();
    one->kind = kind; one->data = data; one->bytes = count * size_of(type); one->type = type; one->tag = tag;
    one->from = kind ? peer : me; one->to = kind ? me : peer;
    if (one->bytes && __asan_region_is_poisoned(data, one->bytes)) forbidden();
    one->copy = malloc(one->bytes + 1); memcpy(one->copy, data, one->bytes);
    if (last) last->next = one; else first = one;
    last = one;
    moved = 1;
    for (struct request *r = first; r; r = r->next) {
        if (r->kind != 1 || r->match) continue;
        for (struct request *s = first; s; s = s->next) {
            if (s->kind || s->match || s->from != r->from || s->to != r->to) continue;
            if (r->tag != MPI_ANY_TAG && r->tag != s->tag) continue;
            if (s->type != r->type || s->bytes > r->bytes) forbidden();
            s->match = r; r->match = s;
            if (!(mode & 2)) memcpy(r->data, s->copy, s->bytes);
            break;
        }
    }
    return one;
}

static void wait_for(MPI_Request *request) {
    MPI_Request one = *request;
    if (!one) return;
    struct request *known = one == &nobody ? one : first;
    while (known && known != one) known = known->next;
    if (!known) forbidden();
    if (one->done) return;
    while (!one->match && (one->kind || mode & 1)) others();
    if ((!one->kind || mode & 2) && memcmp(one->copy, one->data, one->bytes)) forbidden();
    if (one->kind && mode & 2) memcpy(one->data, one->match->copy, one->match->bytes);
    one->done = moved = 1;
    *request = NULL;
}

#define MPI_Wait(r, s) wait_for(r)
#define MPI_Waitall(n, r, s) do { for (int k_ = 0; k_ < (n); k_++) wait_for(&(r)[k_]); } while (0)
#define MPI_Isend(b, n, k, t, g, c, r) (*(r) = post(0, (void *)(b), n, k, t, g))
#define MPI_Irecv(b, n, k, t, g, c, r) (*(r) = post(1, b, n, k, t, g))
static void MPI_Send(const void *b, int n, int k, int t, int g, int c) { MPI_Request r = post(0, (void *)b, n, k, t, g); wait_for(&r); }
static void MPI_Recv(void *b, int n, int k, int f, int g, int c, void *s) { MPI_Request r = post(1, b, n, k, f, g); wait_for(&r); }
static void MPI_Sendrecv(const void *a, int n, int k, int t, int g, void *b, int m, int l, int f, int h, int c, void *s) {
    if ((char *)a < (char *)b + m * size_of(l) && (char *)b < (char *)a + n * size_of(k)) forbidden();
    MPI_Request in = post(1, b, m, l, f, h), out = post(0, (void *)a, n, k, t, g);
    wait_for(&out); wait_for(&in);
}

/* One damaged function: its collective, and whether it has one buffer. */
struct damaged { void (*run)(int *, int *, int, int, int, int); int of, in_place; };
static struct damaged now;
static int words, root, *in[MOST], *out[MOST];
enum { BROADCAST, REDUCE, ALL_REDUCE, SCAN, ALL_GATHER, GATHER, SCATTER, ALL_TO_ALL, REDUCE_SCATTER, SHIFT };
static int many_in(void) { return now.of == SCATTER || now.of == ALL_TO_ALL || now.of == REDUCE_SCATTER ? p * words : words; }
static int many_out(void) { return now.of == ALL_GATHER || now.of == GATHER || now.of == ALL_TO_ALL ? p * words : words; }
static int value(int rank, int at) { return 1000003 * (rank + 1) % 9973 * 131 + 17 * at + rank; }
static int wanted(int rank, int at) {
    int sum = 0, b = at / words, j = at % words;
    switch (now.of) {
    case BROADCAST: return value(root, at);
    case ALL_GATHER: case GATHER: return value(b, j);
    case SCATTER: return value(root, rank * words + at);
    case ALL_TO_ALL: return value(b, rank * words + j);
    case SHIFT: return value((rank + p - 1) % p, at);
    case SCAN: for (int r = 0; r <= rank; r++) sum += value(r, at); return sum;
    case REDUCE_SCATTER: for (int r = 0; r < p; r++) sum += value(r, rank * words + at); return sum;
    default: for (int r = 0; r < p; r++) sum += value(r, at); return sum;
    }
}
static void start(void) {
    now.run(in[me], out[me], words, me, p, root);
    ended[me] = 1; moved = 1;
    others();
}
/* A run; returns if it is right. */
static void run(void) {
    int in_root = now.of == BROADCAST || now.of == SCATTER, at_root = now.of == REDUCE || now.of == GATHER;
    first = last = NULL;
    for (me = 0; me < p; me++) {
        in[me] = malloc(4 * many_in()); out[me] = malloc(4 * many_out()); ended[me] = 0;
        for (int j = 0; j < many_in(); j++) in[me][j] = !in_root || me == root ? value(me, j) : -70000 - 7 * me - j;
        for (int j = 0; j < many_out(); j++) out[me][j] = -90000 - 11 * me - j;
        if (now.in_place) memcpy(out[me], in[me], 4 * many_out());
        getcontext(&fiber[me]);
        fiber[me].uc_stack.ss_sp = memset(malloc(1 << 17), 0xa5, 1 << 17); fiber[me].uc_stack.ss_size = 1 << 17; fiber[me].uc_link = &outside;
        makecontext(&fiber[me], start, 0);
    }
    for (int going = 1; going;) {
        going = moved = 0;
        for (int k = 0; k < p; k++) {
            me = mode & 2 ? p - 1 - k : k;
            if (ended[me]) continue;
            going = 1;
            swapcontext(&outside, &fiber[me]);
        }
        if (going && !moved) _exit(2);
    }
    for (struct request *r = first; r; r = r->next) if (!r->match || !r->done) forbidden();
    for (int r = 0; r < p; r++)
        for (int j = 0; j < many_out() && (!at_root || r == root); j++) if (out[r][j] != wanted(r, j)) _exit(1);
    for (int r = 0; r < p; r++) { free(in[r]); free(out[r]); free(fiber[r].uc_stack.ss_sp); }
}
/* Prints, for each function and each p of 2 to 6, how the runs end with any n, with multiples of p, and with sends that wait. */
static void judge(struct damaged *all, int many) {
    for (int f = 0; f < many; f++) {
        printf("%d", f);
        for (p = 2; p <= 6; p++)
            for (int what = 0; what < 3; what++) {
                fflush(stdout);
                pid_t child = fork();
                if (!child) {
                    freopen("/dev/null", "w", stderr);
                    struct itimerval most = {{0, 0}, {0, 60000}};
                    setitimer(ITIMER_VIRTUAL, &most, NULL);
                    now = all[f];
                    int rooted = now.of == BROADCAST || now.of == REDUCE || now.of == GATHER || now.of == SCATTER;
                    static const int units[] = {2, 3, 5, 17, 1};
                    for (int u = 0; u < 5; u++)
                        for (mode = what == 2; mode < 4; mode += 2)
                            for (root = 0; root < (rooted ? p : 1); root++) { words = what == 1 ? units[u] * p : units[u]; run(); }
                    _exit(0);
                }
                int status;
                waitpid(child, &status, 0);
                printf("%c", WIFEXITED(status) && WEXITSTATUS(status) < 4 ? "rwhf"[WEXITSTATUS(status)] : 's');
            }
        printf("\n");
    }
}
