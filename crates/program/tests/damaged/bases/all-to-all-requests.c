void all_to_all(int *in, int *out, int n, int rank, int size, int root) {
  MPI_Request reqs[2 * size];
  int count = 0;
  for (int i = 0; i < size; i++) {
    if (i == rank) continue;
    MPI_Irecv(&out[i * n], n, MPI_INT, i, 0, MPI_COMM_WORLD, &reqs[count]);
    count++;
    MPI_Isend(&in[i * n], n, MPI_INT, i, 0, MPI_COMM_WORLD, &reqs[count]);
    count++;
  }
  for (int j = 0; j < n; j++) out[rank * n + j] = in[rank * n + j];
  MPI_Waitall(count, reqs, MPI_STATUSES_IGNORE);
}
