// ring all-gather, everybody Ssends first
int left = (rank + size - 1) % size;
int right = (rank + 1) % size;
int i = size;
while (--i) {
    int s = (rank + i + 1) % size, r = (rank + i) % size;
    MPI_Ssend(&buf[s * n], n, MPI_FLOAT, right, i, MPI_COMM_WORLD);
    MPI_Recv(&buf[r * n], n, MPI_FLOAT, left, i, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}
