void gather(int *in, int *out, int n, int rank, int size, int root) {
  if (rank != root) {
    MPI_Send(in, n, MPI_INT, root, 0, MPI_COMM_WORLD);
    return;
  }
  for (int i = 0; i < size; i++) {
    if (i == root)
      memcpy(out + i * n, in, n * sizeof(int));
    else
      MPI_Recv(out + i * n, n, MPI_INT, i, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
}
