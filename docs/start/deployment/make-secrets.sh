#!/bin/sh
# Makes the secrets of an installation as files in a new directory, and never overwrites one:
#   docs/start/deployment/make-secrets.sh secrets [host of the database]
set -eu
umask 077
directory=${1:?name the directory}
host=${2:-database}
mkdir "$directory"
cd "$directory"

random() { head -c 32 /dev/urandom | base64 | tr '+/' '-_' | tr -d '=\n'; }
random > database-password
random > nextauth-secret
random > link-secret
printf '1:%s' "$(random)" > peppers
printf '1:%s' "$(head -c 32 /dev/urandom | base64 | tr -d '\n')" > encryption-keys
printf 'postgresql://vang:%s@%s:5432/vang' "$(random)" "$host" > database-owner-url
printf 'postgresql://vang_app:%s@%s:5432/vang' "$(random)" "$host" > database-url
# Containers read them as users of their own; the directory is closed.
chmod 0444 ./*
