int d = 0, p = size;
while (p > 1) { p /= 2; d++; }
int sum = value, other;
for (int i = d - 1; i >= 0; i--) {
    if (rank & (1 << i)) {
        MPI_Send(&sum, 1, MPI_INT, rank & ~(1 << i), 0, MPI_COMM_WORLD);
        return;
    } else {
        MPI_Recv(&other, 1, MPI_INT, rank | (1 << i), 0, MPI_COMM_WORLD, &status);
        sum += other;
    }
}
