#!/bin/sh
# all-reduce on torus:4x4, p = 16 (d = 4), by dimension-by-dimension
# A simulated second is t_s = 1000.
# The price is 8 seconds. The replay takes less where a rank does
# not depend on the longest message of the step before.
cd "$(dirname "$0")" || exit
for trace in trace; do
  smpirun -np 16 -platform platform.xml -hostfile hosts \
    --cfg=network/model:CM02 \
    --cfg=network/crosstraffic:0 \
    --cfg=network/TCP-gamma:0 \
    --cfg=smpi/os:0:0:0:0:0 \
    --cfg=smpi/or:0:0:0:0:0 \
    --cfg=smpi/ois:0:0:0:0:0 \
    --cfg=smpi/init:0 \
    --cfg=smpi/test:0 \
    --cfg=smpi/iprobe:0 \
    --cfg=smpi/send-is-detached-thresh:0 \
    --cfg=smpi/async-small-thresh:0 \
    --cfg=smpi/simulate-computation:0 \
    --log=root.thresh:warning --log=smpi_replay.thresh:info \
    -replay $trace.index < /dev/null || exit
done
