/* Reduction to node 0; node r sends when its lowest bit that is one comes up. */
void reduce(const int *in, int *sum, int n, int rank, int size)
{
    int tmp[n];
    memcpy(sum, in, n * sizeof(int));
    for (int mask = 1; mask < size; mask <<= 1) {
        if (rank & mask) {
            MPI_Send(sum, n, MPI_INT, rank - mask, 0, MPI_COMM_WORLD);
            break;
        }
        if (rank + mask < size) {
            MPI_Recv(tmp, n, MPI_INT, rank + mask, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            for (int j = 0; j < n; j++)
                sum[j] += tmp[j];
        }
    }
}
