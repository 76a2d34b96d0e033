#!/usr/bin/env bash
# Makes autograder.zip for Gradescope: the static program, the scripts of this folder, and your files.
#   specs/gradescope/zip.sh problems.yaml [overrides.yaml] [secret]
# HOCKNEY names a program that is linked statically; without it, it is built here.
set -euo pipefail
here="$(cd "$(dirname "$0")" && pwd)"
target=x86_64-unknown-linux-musl
if [ -z "${HOCKNEY:-}" ]; then
    rustup target add "$target"
    (cd "$here/../.." && cargo build --release --target "$target")
    HOCKNEY="$here/../../target/$target/release/hockney"
fi
# There the libraries of this computer are missing.
if ldd "$HOCKNEY" 2> /dev/null | grep -q -e '=>' -e 'ld-linux' -e 'ld-musl'; then
    echo "$HOCKNEY is not linked statically: leave out HOCKNEY, or name a program for $target" >&2
    exit 1
fi
folder="$(mktemp -d)"
trap 'rm -rf "$folder"' EXIT
cp "$here/run_autograder" "$here/setup.sh" "$folder"
cp "$HOCKNEY" "$folder/hockney"
cp "$1" "$folder/problems.yaml"
[ -z "${2:-}" ] || cp "$2" "$folder/overrides.yaml"
[ -z "${3:-}" ] || cp "$3" "$folder/secret"
# What cannot be graded must stop here, and not on Gradescope.
"$folder/hockney" problems print "$folder/problems.yaml" > /dev/null
rm -f autograder.zip
(cd "$folder" && zip -q -X - ./*) > autograder.zip
echo "autograder.zip"
