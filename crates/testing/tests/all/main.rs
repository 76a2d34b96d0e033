//! The naive second checker, tested by itself: what it calls right and wrong, from hand-written documents.

mod collectives;
mod costs;
mod damage;
mod forming;
mod input;
mod phases;
mod routes;
mod rules;
mod samples;
mod topologies;
