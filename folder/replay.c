/* Runs schedules that `hockney export mpi` wrote, with real data, and checks every word that a rank must have.

   usage: mpirun -n RANKS replay WORDS REPEATS FILE..

   WORDS is m, in words of 8 bytes; a piece has a whole number of words, rounded up. A program needs at least its
   number of ranks; further ranks are idle. Each program prints its least and median time, that of the slowest rank.
   The exit code is 1 if a word is wrong, and 2 if a program cannot be run. */
#include <inttypes.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* h: a slot at the start; +: a sum; <: a message to receive; >: a message to send; =: a slot at the end */
typedef struct {
  char what;
  long step, slot, block, a, b; /* of =, a is the number of ranges */
  int peer, count;
  long *list; /* the slots of a message, or the ranges of who contributes */
  MPI_Datatype type;
} Op;

static Op *ops;
static long number_of_ops, room;

static void stop(const char *why, const char *of) {
  fprintf(stderr, "replay: %s: %s\n", of, why);
  exit(MPI_Abort(MPI_COMM_WORLD, 2));
}

static void *memory(size_t bytes) {
  void *found = calloc(bytes ? bytes : 1, 1);
  if (!found) stop("out of memory", "a program");
  return found;
}

static long number(FILE *file, const char *name) {
  long found;
  if (fscanf(file, "%ld", &found) != 1) stop("a number is missing", name);
  return found;
}

/* Keeps a list if it is this rank's. */
static long *list(FILE *file, const char *name, long count, int mine) {
  long *found = mine ? memory(count * sizeof *found) : NULL;
  for (long i = 0, next; i < count; i++)
    if (next = number(file, name), mine) found[i] = next;
  return found;
}

static void keep(Op op) {
  if (number_of_ops == room) {
    room = 2 * room + 64;
    ops = realloc(ops, room * sizeof *ops);
    if (!ops) stop("out of memory", "a program");
  }
  ops[number_of_ops++] = op;
}

/* A word of the block of a contributor: any change of the three changes all bits. */
static uint64_t word(uint64_t who, uint64_t block, uint64_t at) {
  uint64_t x = (who * 0x9E3779B97F4A7C15u ^ block) * 0xBF58476D1CE4E5B9u + at;
  x = (x ^ x >> 30) * 0x94D049BB133111EBu;
  return x ^ x >> 31;
}

/* Reads the lines of this rank. Returns its number of slots. */
static long read_ops(FILE *file, const char *name, int me) {
  char what[8];
  long slots = 0;
  number_of_ops = 0;
  for (;;) {
    if (fscanf(file, " %7s", what) != 1) stop("`end` is missing", name);
    if (!strcmp(what, "end")) return slots;
    Op op;
    memset(&op, 0, sizeof op);
    op.what = what[0];
    if (op.what == 'm' || op.what == '+') op.step = number(file, name);
    if (op.what == 'm') {
      int from = number(file, name), to = number(file, name);
      op.count = number(file, name);
      long *sent = list(file, name, op.count, me == from), *received = list(file, name, op.count, me == to);
      op.what = me == from ? '>' : '<';
      op.peer = me == from ? to : from;
      op.list = me == from ? sent : received;
      for (int i = 0; op.list && i < op.count; i++) op.slot = op.list[i] > op.slot ? op.list[i] : op.slot;
      if (me != from && me != to) continue;
    } else {
      int rank = number(file, name);
      op.slot = number(file, name);
      op.block = op.what == '+' ? 0 : number(file, name);
      op.a = number(file, name);
      if (op.what == '+') op.b = number(file, name);
      if (op.what == '=') op.list = list(file, name, 2 * op.a, rank == me);
      if (rank != me) continue;
    }
    keep(op);
    if (op.slot >= slots) slots = op.slot + 1;
  }
}

static int by_value(const void *a, const void *b) {
  return (*(const double *)a > *(const double *)b) - (*(const double *)a < *(const double *)b);
}

/* Runs a program once. Its steps are in ascending order, and each message has a type of its slots. */
static void run(uint64_t *data, long words, MPI_Request *requests, MPI_Comm comm) {
  for (long i = 0; i < number_of_ops;) {
    long end = i, count = 0;
    while (end < number_of_ops && ops[end].step == ops[i].step) end++;
    for (long k = i; k < end; k++)
      if (ops[k].what == '<') MPI_Irecv(data, 1, ops[k].type, ops[k].peer, 0, comm, &requests[count++]);
    for (long k = i; k < end; k++) {
      if (ops[k].what == '+')
        for (long w = 0; w < words; w++)
          data[ops[k].slot * words + w] = data[ops[k].a * words + w] + data[ops[k].b * words + w];
      if (ops[k].what == '>') MPI_Isend(data, 1, ops[k].type, ops[k].peer, 0, comm, &requests[count++]);
    }
    MPI_Waitall(count, requests, MPI_STATUSES_IGNORE);
    i = end;
  }
}

/* Runs a program REPEATS times. Returns the number of wrong words of all ranks. */
static long program(FILE *file, const char *name, long m, long repeats, int me, int all) {
  char kind[64];
  int ranks, steps;
  long pieces, numerator, denominator;
  if (fscanf(file, "%63s %d %d %ld %ld %ld", kind, &ranks, &steps, &pieces, &numerator, &denominator) != 6)
    stop("not a program of hockney export mpi", name);
  if (ranks > all) stop("the program needs more ranks", name);
  MPI_Comm comm;
  MPI_Comm_split(MPI_COMM_WORLD, me < ranks, me, &comm);
  long slots = read_ops(file, name, me), wrong = 0, wrong_everywhere = 0, divisor = denominator * pieces;
  long words = (m * numerator + divisor - 1) / divisor;
  uint64_t *data = memory((size_t)slots * words * sizeof *data);
  MPI_Request *requests = memory(number_of_ops * sizeof *requests);
  double *times = memory(repeats * sizeof *times);
  for (long i = 0; i < number_of_ops; i++)
    if (ops[i].what == '<' || ops[i].what == '>') {
      MPI_Aint *places = memory(ops[i].count * sizeof *places);
      for (int k = 0; k < ops[i].count; k++) places[k] = (MPI_Aint)(ops[i].list[k] * words * sizeof *data);
      MPI_Type_create_hindexed_block(ops[i].count, (int)words, places, MPI_UINT64_T, &ops[i].type);
      MPI_Type_commit(&ops[i].type);
      free(places);
    }
  for (long repeat = 0; repeat < repeats; repeat++) {
    memset(data, 0xA5, (size_t)slots * words * sizeof *data);
    for (long i = 0; i < number_of_ops; i++)
      if (ops[i].what == 'h')
        for (long w = 0; w < words; w++) data[ops[i].slot * words + w] = word(ops[i].a, ops[i].block, w);
    MPI_Barrier(MPI_COMM_WORLD);
    double start = MPI_Wtime(), time;
    run(data, words, requests, comm);
    time = MPI_Wtime() - start;
    MPI_Allreduce(&time, &times[repeat], 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    for (long i = 0; i < number_of_ops; i++)
      if (ops[i].what == '=')
        for (long w = 0; w < words; w++) {
          uint64_t sum = 0;
          for (long range = 0; range < ops[i].a; range++)
            for (long who = ops[i].list[2 * range]; who <= ops[i].list[2 * range + 1]; who++)
              sum += word(who, ops[i].block, w);
          wrong += data[ops[i].slot * words + w] != sum;
        }
  }
  MPI_Allreduce(&wrong, &wrong_everywhere, 1, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
  qsort(times, repeats, sizeof *times, by_value);
  if (!me && wrong_everywhere) printf("%s: %s on %d ranks: %ld words WRONG\n", name, kind, ranks, wrong_everywhere);
  if (!me && !wrong_everywhere)
    printf("%s: %s on %d ranks, %d steps, %ld words: correct, least %.9f s, median %.9f s\n", name, kind, ranks,
           steps, m, times[0], times[repeats / 2]);
  for (long i = 0; i < number_of_ops; i++) {
    if (ops[i].what == '<' || ops[i].what == '>') MPI_Type_free(&ops[i].type);
    free(ops[i].list);
  }
  free(data), free(requests), free(times), MPI_Comm_free(&comm);
  return wrong_everywhere;
}

int main(int argc, char **argv) {
  int me, all, wrong = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  MPI_Comm_size(MPI_COMM_WORLD, &all);
  long m = argc > 3 ? atol(argv[1]) : 0, repeats = argc > 3 ? atol(argv[2]) : 0;
  if (m < 1 || repeats < 1) stop("usage: mpirun -n RANKS replay WORDS REPEATS FILE..", "two numbers and a file");
  for (int i = 3; i < argc; i++) {
    FILE *file = fopen(argv[i], "r");
    char head[16];
    if (!file) stop("cannot be read", argv[i]);
    while (fscanf(file, " %15s", head) == 1) {
      if (strcmp(head, "program")) stop("not a program of hockney export mpi", argv[i]);
      wrong |= program(file, argv[i], m, repeats, me, all) != 0;
    }
    fclose(file);
  }
  MPI_Finalize();
  return wrong;
}
