	std::vector<MPI_Request> reqs; MPI_Request req;
for (int nwithdata=1;nwithdata<size;nwithdata*=2) {
if (rank<nwithdata) { /* I have the data */
int dest=rank+nwithdata;
if (dest<size) { /* somebody needs my data */
MPI_Isend(&val,n,MPI_INT,
dest,tag,MPI_COMM_WORLD,&req);
reqs.push_back(req);
}
}
else if (rank<2*nwithdata) { /* my chance to get the data */
MPI_Status sts;
int src=rank-nwithdata;
MPI_Recv(&val,n,MPI_INT, src,tag,MPI_COMM_WORLD,&sts);
}
}
MPI_Waitall(reqs.size(),&reqs[0],NULL);
