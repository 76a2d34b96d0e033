int mask = 1;
while (mask < size) {
    int partner = rank ^ mask;
    if (partner < size) {
        if (rank < partner) {
            MPI_Recv(buf, n, MPI_INT, partner, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        } else {
            MPI_Send(buf, n, MPI_INT, partner, 0, MPI_COMM_WORLD);
        }
    }
}
