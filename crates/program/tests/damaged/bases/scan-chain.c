void scan(int *in, int *out, int n, int rank, int size, int root) {
  int before[n];
  memcpy(out, in, n * sizeof(int));
  if (rank > 0) {
    MPI_Recv(before, n, MPI_INT, rank - 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    for (int j = 0; j < n; j++) out[j] = before[j] + in[j];
  }
  if (rank < size - 1) MPI_Send(out, n, MPI_INT, rank + 1, 0, MPI_COMM_WORLD);
}
