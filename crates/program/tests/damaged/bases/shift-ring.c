void shift(int *in, int *out, int n, int rank, int size, int root) {
  MPI_Request req;
  MPI_Irecv(out, n, MPI_INT, (rank - 1 + size) % size, 4, MPI_COMM_WORLD, &req);
  MPI_Send(in, n, MPI_INT, (rank + 1) % size, 4, MPI_COMM_WORLD);
  MPI_Wait(&req, MPI_STATUS_IGNORE);
}
