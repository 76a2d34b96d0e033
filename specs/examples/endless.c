int mask = 1;
while (mask < size) {
    if (rank == 0)
        MPI_Send(val, n, MPI_INT, mask, 0, MPI_COMM_WORLD);
}
