void scan(int *in, int *out, int n, int rank, int size, int root) {
  int got[n];
  memcpy(out, in, n * sizeof(int));
  for (int k = 1; k < size; k = k * 2) {
    MPI_Request req;
    int sent[n];
    memcpy(sent, out, n * sizeof(int));
    if (rank + k < size) MPI_Isend(sent, n, MPI_INT, rank + k, 2, MPI_COMM_WORLD, &req);
    if (rank >= k) {
      MPI_Recv(got, n, MPI_INT, rank - k, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      for (int j = 0; j < n; j++) out[j] = got[j] + out[j];
    }
    if (rank + k < size) MPI_Wait(&req, MPI_STATUS_IGNORE);
  }
}
