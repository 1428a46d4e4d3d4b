#!/bin/sh
# Creates both roles and the database in a new PostgreSQL, with the passwords of the two URLs; run by its image.
set -eu
secrets=${SECRETS:-/run/secrets}
password() { sed -E 's|^[^:]*://[^:]*:([^@]*)@.*|\1|' "$secrets/$1"; }
psql -v ON_ERROR_STOP=1 -v owner="$(password database-owner-url)" -v app="$(password database-url)" \
  --username "${POSTGRES_USER:-postgres}" --dbname postgres <<'SQL'
CREATE ROLE vang LOGIN PASSWORD :'owner';
CREATE ROLE vang_app LOGIN PASSWORD :'app';
CREATE DATABASE vang OWNER vang ENCODING 'UTF8' TEMPLATE template0;
SQL
