void reduce(int *in, int *out, int n, int rank, int size, int root) {
  int tmp[n];
  int me = (rank - root + size) % size;
  memcpy(out, in, n * sizeof(int));
  for (int mask = 1; mask < size; mask <<= 1) {
    if (me & mask) {
      MPI_Send(out, n, MPI_INT, (me - mask + root) % size, 0, MPI_COMM_WORLD);
      break;
    }
    if (me + mask < size) {
      MPI_Recv(tmp, n, MPI_INT, (me + mask + root) % size, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      for (int j = 0; j < n; j++) out[j] += tmp[j];
    }
  }
}
