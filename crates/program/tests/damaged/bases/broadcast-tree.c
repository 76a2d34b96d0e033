void broadcast(int *buf, int n, int rank, int size, int root) {
  int me = (rank - root + size) % size;
  int mask = 1;
  while (mask < size) {
    if (me & mask) {
      int from = (me - mask + root) % size;
      MPI_Recv(buf, n, MPI_INT, from, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      break;
    }
    mask = mask * 2;
  }
  mask = mask / 2;
  while (mask > 0) {
    if (me + mask < size) {
      int to = (me + mask + root) % size;
      MPI_Send(buf, n, MPI_INT, to, 3, MPI_COMM_WORLD);
    }
    mask = mask / 2;
  }
}
