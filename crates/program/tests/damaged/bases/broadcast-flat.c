void broadcast(int *buf, int n, int rank, int size, int root) {
  if (rank == root) {
    for (int i = 0; i < size; i++)
      if (i != root) MPI_Send(buf, n, MPI_INT, i, 0, MPI_COMM_WORLD);
  } else {
    MPI_Recv(buf, n, MPI_INT, root, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
}
