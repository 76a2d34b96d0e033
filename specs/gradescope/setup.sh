#!/usr/bin/env bash
# Runs once, when Gradescope builds the image. Beside this file are `problems.yaml` and `hockney`, which
# runs on every image if it is linked statically:
#   rustup target add x86_64-unknown-linux-musl
#   cargo build --release --target x86_64-unknown-linux-musl
set -euo pipefail
source_dir="${AUTOGRADER_SOURCE:-/autograder/source}"
chmod +x "$source_dir/hockney"
"$source_dir/hockney" --version
# A set whose key cannot be computed must stop here, and not when students submit.
"$source_dir/hockney" problems print "$source_dir/problems.yaml" > /dev/null
