MPI_Ssend(buf, n, MPI_INT, (rank + 1) % size, tag, MPI_COMM_WORLD);
MPI_Recv(out, n, MPI_INT, (rank + size - 1) % size, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
