	if (rank==0) { /* I have the data */
std::vector<MPI_Request> reqs; MPI_Request req;
for (int dest=0;dest<size;dest++) {
if (rank!=dest) { /* somebody needs my data */
MPI_Isend(&val,n,MPI_INT,
dest,tag,MPI_COMM_WORLD,&req);
reqs.push_back(req);
}
}
MPI_Waitall(reqs.size(),&reqs[0],NULL);
} else { /* I get the data */
MPI_Status sts;
int src=0;
MPI_Recv(&val,n,MPI_INT, src,tag,MPI_COMM_WORLD,&sts);
}

