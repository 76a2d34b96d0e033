MPI_Request req;
if (rank == 0) {
    for (int to = 1; to < size; to++)
        MPI_Send(val, n, MPI_INT, to, 0, MPI_COMM_WORLD);
} else
    MPI_Irecv(val, n, MPI_INT, 0, 0, MPI_COMM_WORLD, &req);
