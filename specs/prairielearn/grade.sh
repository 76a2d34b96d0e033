#!/usr/bin/env bash
# Runs for each submission: grades the only answer file in it. The image has `hockney`; the folder
# `tests` of the question has this file and `problems.yaml`.
set -uo pipefail
root="${GRADE_ROOT:-/grade}"
results="$root/results/results.json"

hockney grade "$root/tests/problems.yaml" "$root/student" --format prairielearn \
    --feedback "${HOCKNEY_FEEDBACK:-hint}" --output "$results" && exit 0

mkdir -p "$root/results"
echo '{"gradable": false, "message": "The answers could not be graded. Tell your teacher."}' > "$results"
