void all_gather(int *in, int *out, int n, int rank, int size, int root) {
  int work[size * n];
  memcpy(work, in, n * sizeof(int));
  int have = 1;
  while (have < size) {
    int more = size - have;
    if (more > have) more = have;
    int to = (rank - have + size) % size, from = (rank + have) % size;
    MPI_Sendrecv(work, more * n, MPI_INT, to, 0, work + have * n, more * n, MPI_INT, from, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    have = have + more;
  }
  for (int b = 0; b < size; b++) memcpy(out + (rank + b) % size * n, work + b * n, n * sizeof(int));
}
