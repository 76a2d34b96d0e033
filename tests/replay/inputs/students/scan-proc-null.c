/* linear scan with MPI_PROC_NULL */
int prev = (rank > 0) ? rank - 1 : MPI_PROC_NULL;
int next = (rank < size - 1) ? rank + 1 : MPI_PROC_NULL;
int acc[n];
MPI_Recv(acc, n, MPI_INT, prev, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
if (rank == 0)
    for (int j = 0; j < n; ++j) result[j] = x[j];
else
    for (int j = 0; j < n; ++j) result[j] = acc[j] + x[j];
MPI_Send(result, n, MPI_INT, next, 0, MPI_COMM_WORLD);
