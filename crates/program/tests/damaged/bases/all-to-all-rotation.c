void all_to_all(int *in, int *out, int n, int rank, int size, int root) {
  memcpy(out + rank * n, in + rank * n, n * sizeof(int));
  for (int k = 1; k < size; k++) {
    int to = (rank + k) % size, from = (rank - k + size) % size;
    MPI_Sendrecv(in + to * n, n, MPI_INT, to, k, out + from * n, n, MPI_INT, from, k, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
}
