#!/bin/sh
# Builds an image of this checkout without any container registry: Debian's packages, npm's packages and the Node that
# runs here. As root on Debian, with git, node, npm, mmdebstrap and buildah:
#   docs/start/deployment/image.sh vang.tar
# EXTRA_PACKAGES="ffmpeg util-linux" adds the decoder of uploads other than plain WAV (about 400 MB).
set -eu

output=$(realpath -m "${1:?name the file, such as vang.tar}")
cd "$(dirname "$0")/../../.."
version=$(node -p 'require("./package.json").version')
# All files get the time of the commit, so that the same commit makes the same image.
epoch=$(git log -1 --format=%ct)
work=$(mktemp -d)
container=$(buildah from scratch)
trap 'buildah rm "$container" >/dev/null; rm -rf "$work"' EXIT

echo "Debian…"
mmdebstrap --quiet --variant=custom \
  --include="base-files,base-passwd,coreutils,dash,diffutils,grep,libc-bin,libstdc++6,netbase,perl-base,sed,tzdata${EXTRA_PACKAGES:+,$(echo "$EXTRA_PACKAGES" | tr ' ' ',')}" \
  --dpkgopt='path-exclude=/usr/share/doc/*' --dpkgopt='path-include=/usr/share/doc/*/copyright' \
  --dpkgopt='path-exclude=/usr/share/man/*' --dpkgopt='path-exclude=/usr/share/locale/*' \
  bookworm "$work/debian.tar"
buildah add --quiet "$container" "$work/debian.tar" / >/dev/null
image=$(buildah mount "$container")

echo "Vang and its packages…"
app=$image/srv/vang
mkdir -p "$app" "$image/data"
git archive HEAD app components lib messages packages prisma public scripts package.json package-lock.json .npmrc \
  next.config.mjs postcss.config.mjs tsconfig.json instrumentation.ts instrumentation-client.ts proxy.ts server.ts \
  LICENSE | tar -x -C "$app"
(cd "$app" && node -e 'import("./scripts/install.mjs").then((it) => it.ensureInstalled())')
cp "$(realpath "$(command -v node)")" "$image/usr/bin/node"
strip "$image/usr/bin/node" 2>/dev/null || true
echo 'vang:x:1000:1000:Vang:/data:/bin/sh' >> "$image/etc/passwd"
echo 'vang:x:1000:' >> "$image/etc/group"
find "$app" -path "$app/node_modules" -prune -o -exec touch -h -d "@$epoch" {} +

echo "The build…"
in_image() { buildah run --isolation chroot --workingdir /srv/vang "$container" -- "$@"; }
in_image node scripts/build.mjs
in_image node -e 'import("./scripts/bundle.mjs").then((it) => it.buildOperator())'

echo "What only a build needs is removed…"
(cd "$app" && node scripts/trim-image.mjs && find node_modules -type d -empty -delete)
rm -rf "$image"/root/* "$image"/root/.[a-z]* "$image"/tmp/* "$image/var/lib/apt" "$image/var/cache" "$image/var/log" \
  "$image"/usr/lib/*/gconv "$image/usr/share/perl5"
chmod 0700 "$image/data" && chown 1000:1000 "$image/data"
echo "$(du -sm "$image" | cut -f1) MB unpacked"

buildah umount "$container" >/dev/null
buildah config --user 1000:1000 --workingdir /srv/vang --port 3000 --volume /data --stop-signal SIGTERM \
  --env VANG_DATA=/data --env HOST=0.0.0.0 --env NODE_ENV=production \
  --cmd '' --entrypoint '["node", "scripts/start.mjs"]' \
  --label org.opencontainers.image.version="$version" --label org.opencontainers.image.licenses=AGPL-3.0-or-later \
  "$container"
buildah commit --quiet --timestamp "$epoch" "$container" "vang:$version" >/dev/null
rm -f "$output"
buildah push --quiet "vang:$version" "oci-archive:$output:vang:$version"
echo "$output: $(du -m "$output" | cut -f1) MB"
