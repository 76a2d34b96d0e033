/* All-gather around a ring: block b is in buf[b*n] to buf[b*n + n - 1]. */
int left = (rank - 1 + size) % size, right = (rank + 1) % size;
for (int i = 0; i < size - 1; i++) {
    int mine = (rank - i + size) % size, next = (rank - i - 1 + size) % size;
    MPI_Sendrecv(buf + mine * n, n, MPI_INT, right, tag,
                 buf + next * n, n, MPI_INT, left, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}
