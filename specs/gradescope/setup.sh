#!/usr/bin/env bash
# Runs once, when Gradescope builds the image: puts the program where run_autograder finds it.
# Beside this file lie `hockney` (built for Linux, `cargo build --release`) and `problems.yaml`.
set -euo pipefail
source_dir="${AUTOGRADER_SOURCE:-/autograder/source}"
chmod +x "$source_dir/hockney"
"$source_dir/hockney" --version
# A set whose key cannot be computed must stop here, and not when students submit.
"$source_dir/hockney" problems print "$source_dir/problems.yaml" > /dev/null
