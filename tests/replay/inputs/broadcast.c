/* Broadcast along a binomial tree; its root is node 0 of the tree. */
int me = (rank - root + size) % size;
int mask = 1;
while (mask < size) {
    if (me < mask) {
        int to = me + mask;
        if (to < size)
            MPI_Send(buf, n, MPI_INT, (to + root) % size, tag, MPI_COMM_WORLD);
    } else if (me < 2 * mask) {
        int from = me - mask;
        MPI_Recv(buf, n, MPI_INT, (from + root) % size, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    mask <<= 1;
}
