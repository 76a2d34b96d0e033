void reduce_scatter(int *in, int *out, int n, int rank, int size, int root) {
  int acc[n], got[n];
  int right = (rank + 1) % size, left = (rank - 1 + size) % size;
  memcpy(acc, in + left * n, n * sizeof(int));
  for (int i = 1; i < size; i++) {
    int block = (rank - i - 1 + 2 * size) % size;
    MPI_Sendrecv(acc, n, MPI_INT, right, 0, got, n, MPI_INT, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    for (int j = 0; j < n; j++) acc[j] = got[j] + in[block * n + j];
  }
  memcpy(out, acc, n * sizeof(int));
}
