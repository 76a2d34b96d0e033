void scatter(int *in, int *out, int n, int rank, int size, int root) {
  if (rank == root) {
    for (int i = 0; i < size; i++)
      if (i != rank) MPI_Send(&in[i * n], n, MPI_INT, i, 7, MPI_COMM_WORLD);
    for (int j = 0; j < n; j++) out[j] = in[root * n + j];
  } else {
    MPI_Recv(out, n, MPI_INT, root, MPI_ANY_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
}
