void ring(int *buf, int n) {
  int rank, p;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &p);
  int c = n / p;
  int tmp[c];
  for (int s = 0; s < p - 1; s++) {
    int a = (rank - s + p) % p;
    int b = (rank - s - 1 + p) % p;
    MPI_Sendrecv(buf + a * c, c, MPI_INT, (rank + 1) % p, 0, tmp, c, MPI_INT, (rank - 1 + p) % p, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    for (int k = 0; k < c; k++) buf[b * c + k] += tmp[k];
  }
  for (int s = 0; s < p - 1; s++) {
    int a = (rank + 1 - s + p) % p;
    int b = (rank - s + p) % p;
    MPI_Sendrecv(buf + a * c, c, MPI_INT, (rank + 1) % p, 0, buf + b * c, c, MPI_INT, (rank - 1 + p) % p, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
}
