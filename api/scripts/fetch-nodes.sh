#!/usr/bin/env bash
# Brings real node software from Debian into a folder, without installing anything: bitcoind (Bitcoin Knots), litecoind,
# monerod and monero-wallet-rpc.
# The mirror is the one that this system's apt uses. usage: fetch-nodes.sh [FOLDER]   (default: .cache/nodes)
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
folder=$(realpath -m "${1:-${SOTTO_NODES_DIR:-$root/.cache/nodes}}")
if [ -x "$folder/bin/bitcoind" ] && [ -x "$folder/bin/litecoind" ] && [ -x "$folder/bin/monerod" ]; then
  echo "already there: $folder/bin"
  exit 0
fi
command -v apt-get >/dev/null && command -v dpkg >/dev/null || { echo "node software is fetched on Debian only" >&2; exit 1; }
# Bitcoin Knots and Monero are in trixie's backports, litecoind in trixie.
suites=(trixie trixie-updates trixie-backports)
packages=(bitcoin-knots/trixie-backports monero/trixie-backports litecoind)
programs=(bitcoind bitcoin-cli litecoind litecoin-cli monerod monero-wallet-rpc)

mirror=$(apt-get indextargets --format '$(SITE)' 'Created-By: Packages' | grep -m1 '/debian/*$' || true)
[ -n "$mirror" ] || { echo "apt has no mirror of Debian (apt-get update first)" >&2; exit 1; }
mkdir -p "$folder"
work=$(mktemp -d "$folder/fetch.XXXXXX")
trap 'rm -rf "$work"' EXIT
mkdir -p "$work"/{lists/partial,cache/archives/partial,debs,fs}
: >"$work/status"
for suite in "${suites[@]}"; do
  echo "deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $mirror $suite main"
done >"$work/sources.list"
apt=(apt-get -o "Dir::Etc::sourcelist=$work/sources.list" -o Dir::Etc::sourceparts=/dev/null -o "Dir::State::lists=$work/lists"
  -o "Dir::Cache=$work/cache" -o "Dir::State::status=$work/status" -o "APT::Sandbox::User=$(id -un)" -o Acquire::Retries=3 -qq)
"${apt[@]}" update
mapfile -t needed < <("${apt[@]}" install -s --no-install-recommends "${packages[@]}" | awk '/^Inst /{print $2}')
cd "$work/debs"
"${apt[@]}" download "${packages[@]}" "${needed[@]}" >/dev/null
for deb in *.deb; do dpkg -x "$deb" "$work/fs"; done
rm -rf "$folder/fs" "$folder/bin"
mv "$work/fs" "$folder/fs"

# The programs need trixie's C library: each is run through that library's own loader.
loader=$(find "$folder/fs" -name 'ld-linux*.so.*' ! -path '*/share/*' | head -n 1)
libraries=$(find "$folder/fs/usr/lib" -maxdepth 1 -name '*-linux-gnu*' | head -n 1)
mkdir -p "$folder/bin"
for program in "${programs[@]}"; do
  found=$(find "$folder/fs/usr" -name "$program" -type f -perm -u+x -exec sh -c 'head -c 4 "$1" | grep -q ELF' _ {} \; -print | head -n 1)
  [ -n "$found" ] || { echo "$program is in none of the packages" >&2; exit 1; }
  printf '#!/bin/sh\nexec "%s" --library-path "%s" "%s" "$@"\n' "$loader" "$libraries" "$found" >"$folder/bin/$program"
  chmod +x "$folder/bin/$program"
done
echo "$folder/bin"
