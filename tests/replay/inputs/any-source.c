if (rank == 0)
    MPI_Recv(val, n, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
else
    MPI_Send(val, n, MPI_INT, 0, 0, MPI_COMM_WORLD);
