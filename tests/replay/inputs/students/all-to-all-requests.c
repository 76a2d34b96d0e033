MPI_Request req[2 * size];
int count = 0;
for (int i = 1; i < size; i++) {
    int to = (rank + i) % size, from = (rank - i + size) % size;
    MPI_Irecv(recvbuf + from * n, n, MPI_INT, from, 0, MPI_COMM_WORLD, &req[count++]);
    MPI_Isend(sendbuf + to * n, n, MPI_INT, to, 0, MPI_COMM_WORLD, &req[count++]);
}
memcpy(recvbuf + rank * n, sendbuf + rank * n, n * sizeof(int));
MPI_Waitall(count, req, MPI_STATUSES_IGNORE);
