void all_reduce(int *in, int *out, int n, int rank, int size, int root) {
  int c = n / size;
  int tmp[n];
  int from = (rank - 1 + size) % size;
  int to = (rank + 1) % size;
  memcpy(out, in, n * sizeof(int));
  for (int i = 0; i < size - 1; i++) {
    int s = (rank - i + size) % size;
    int r = (rank - i - 1 + size) % size;
    MPI_Send(out + s * c, c, MPI_INT, to, 0, MPI_COMM_WORLD);
    MPI_Recv(tmp, c, MPI_INT, from, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    for (int j = 0; j < c; j++) out[r * c + j] += tmp[j];
  }
  for (int i = 0; i < size - 1; i++) {
    int s = (rank + 1 - i + size) % size;
    int r = (rank - i + size) % size;
    MPI_Send(out + s * c, c, MPI_INT, to, 0, MPI_COMM_WORLD);
    MPI_Recv(out + r * c, c, MPI_INT, from, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
}
