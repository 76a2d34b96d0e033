#include <mpi.h>
#include <stdio.h>
#define N 4
int main(int argc, char **argv) {
    int rank, size;
    int data[N];
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int i = 1; i < size; i <<= 1) {
        int partner = rank ^ i;
        if (rank < i && partner < size)
            MPI_Send(data, N, MPI_INT, partner, 0, MPI_COMM_WORLD);
        else if (rank >= i && rank < (i << 1))
            MPI_Recv(data, N, MPI_INT, partner, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    MPI_Finalize();
    return 0;
}
