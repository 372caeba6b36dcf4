#!/usr/bin/env bash
# The aarch64 wheel on another processor, emulated: its answers must be those of the kranalyze installed here.
#   apt-get install qemu-user-static && dpkg --add-architecture arm64 && apt-get update
#   scripts/try_aarch64.sh dist/kranalyze-*aarch64.whl
set -euo pipefail
wheel=$(realpath "$1")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

# Debian's Python for that processor, unpacked and not installed.
packages="python3.11-minimal libpython3.11-minimal libpython3.11-stdlib libc6 libgcc-s1 libstdc++6 libexpat1 zlib1g
  libssl3 libffi8 libbz2-1.0 liblzma5 libuuid1 libsqlite3-0 libcrypt1 libncursesw6 libtinfo6 libreadline8"
# shellcheck disable=SC2086
apt-get download -qq $(printf '%s:arm64 ' $packages) 2> download.log || { cat download.log >&2; exit 1; }
for package in *.deb; do dpkg -x "$package" root; done
python3 -m pip install --quiet --target site --python-version 3.11 --only-binary=:all: \
  --platform manylinux_2_28_aarch64 --platform manylinux_2_17_aarch64 --platform manylinux2014_aarch64 "$wheel"

there() { PYTHONPATH=site qemu-aarch64-static -L root root/usr/bin/python3.11 -m kranalyze "$@"; }
compare() {
  kranalyze "$@" > here.txt
  there "$@" > there.txt
  cmp here.txt there.txt
  echo "same answers: kranalyze $* ($(wc -l < here.txt) lines)"
}
compare solve lessons.kpn --board 1
compare table lessons.kpn --selfish --format csv
compare table recorded-deals-24.kpn --game anrufen --declarer N --format csv
compare table recorded-deals-24.kpn --game whist --format csv
compare analyze simulated-log.kpn --board 3
