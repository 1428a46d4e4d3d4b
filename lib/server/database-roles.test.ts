// @module-tag promise
import { cpSync, mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { beforeAll, expect, test, vi } from "vitest";
import { recordAudit } from "@/lib/audit/record";
import { db, sql, withOwnConnection } from "@/lib/db";
import { newId } from "@/lib/ids";
import { log } from "@/lib/log";
import { audit } from "@/lib/wallet/audit";
import { insertOnlyTables, protectionQuery } from "@/lib/wallet/ledger-protection";
import { makeMember } from "@/prisma/factories";
import { asOwner, ownerUrl } from "@/testing/harness/as-owner";
import { changedColumns } from "./grants";
import { prepareDatabase } from "./prepare-database";

const url = () => process.env.DATABASE_URL ?? "";

/** The migrations of this version and one more. */
function directoryWith(name: string, script: string): string {
  const directory = mkdtempSync(join(tmpdir(), "vang-migrations-"));
  cpSync("prisma/migrations", directory, { recursive: true });
  mkdirSync(join(directory, name));
  writeFileSync(join(directory, name, "migration.sql"), script);
  return directory;
}

beforeAll(async () => {
  const member = await makeMember({ creditMilli: 5n });
  await db.$transaction((tx) => recordAudit(tx, member, { action: "key.created" }));
});

const changeOf: Record<string, string> = {
  transfers: "amount_milli = 1",
  audit_events: "action = 'key.revoked'",
  platform_audit_events: "action = ''",
  prices: "price_vnd = 1",
};

test.each([
  ...insertOnlyTables.flatMap((table) => [
    `UPDATE ${table} SET ${changeOf[table]}`,
    `DELETE FROM ${table}`,
    `TRUNCATE ${table}`,
    `SELECT * FROM ${table} FOR UPDATE`,
    `ALTER TABLE ${table} DISABLE TRIGGER ALL`,
    `DROP TRIGGER ${table}_written_once ON ${table}`,
    `CREATE TRIGGER mine BEFORE INSERT ON ${table} FOR EACH ROW EXECUTE FUNCTION refuse_change()`,
    `CREATE RULE mine AS ON INSERT TO ${table} DO INSTEAD NOTHING`,
    `ALTER TABLE ${table} OWNER TO vang_app`,
    `DROP TABLE ${table}`,
  ]),
  "UPDATE wallet_accounts SET id = 'another'",
  "UPDATE wallet_accounts SET kind = 'held'",
  "DELETE FROM wallet_accounts",
  "UPDATE bank_transfers SET amount_vnd = 1",
  "UPDATE bank_transfers SET account_number = '1', status = 'own'",
  "DELETE FROM bank_transfers",
  "DELETE FROM audit_heads",
  "UPDATE audit_heads SET business_id = 'another'",
  "DROP TABLE users",
  "TRUNCATE rate_limits",
  "CREATE TABLE mine (id text)",
  "CREATE FUNCTION mine() RETURNS int LANGUAGE sql AS 'SELECT 1'",
  "CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END'",
  "CREATE SCHEMA mine",
  "CREATE ROLE mine",
  "CREATE DATABASE mine",
  "ALTER ROLE vang_app SUPERUSER",
  "SET ROLE vang",
  "SET SESSION AUTHORIZATION vang",
  "SET session_replication_role = replica",
  "COPY users TO PROGRAM 'cat'",
  "COPY users TO '/tmp/users'",
  "SELECT pg_read_file('PG_VERSION')",
  "INSERT INTO _prisma_migrations (id, checksum, migration_name) VALUES ('1', '', '1')",
  "DELETE FROM _prisma_migrations",
])("the program's role may not: %s", async (statement) => {
  const attempt = withOwnConnection((client) => client.query(statement));
  await expect(attempt).rejects.toThrow(/permission denied|must be (owner|able)/);
});

/** Moves so much from the bank's account to a business's, with a transfer of `entryMilli` in the same statement. */
const moveWith = (entryMilli: bigint, movedMilli: bigint) => ({
  text: `WITH own AS (SELECT id FROM wallet_accounts WHERE kind = 'available' LIMIT 1), entry AS (
      INSERT INTO transfers (id, debit_account_id, credit_account_id, amount_milli, kind, reference)
      SELECT $1, 'acc_bank', id, $2, 'top_up', $1 FROM own)
    UPDATE wallet_accounts SET balance_milli = balance_milli + CASE id WHEN 'acc_bank' THEN -$3::bigint ELSE $3 END
    WHERE id = 'acc_bank' OR id = (SELECT id FROM own)`,
  values: [newId("transfer"), entryMilli, movedMilli],
});

test.each([
  ["as the program's role", withOwnConnection],
  ["as the owner", asOwner],
] as const)(
  "a balance changes only together with transfers of the same amounts in the same statement, %s",
  async (_, as) => {
    const refused = "a balance changes only with its transfers";
    const run = (statement: string | { text: string; values: unknown[] }) =>
      as((client) => client.query(typeof statement === "string" ? { text: statement } : statement));
    for (const statement of [
      "UPDATE wallet_accounts SET balance_milli = balance_milli + 1 WHERE kind = 'available'",
      `UPDATE wallet_accounts SET balance_milli = balance_milli + CASE kind WHEN 'bank' THEN -1 ELSE 1 END
      WHERE kind IN ('bank', 'suspense')`,
      "INSERT INTO wallet_accounts (id, kind, balance_milli) VALUES ('acc_new', 'available', 1)",
      moveWith(5n, 6n),
      moveWith(6n, 5n),
    ])
      await expect(run(statement)).rejects.toThrow(refused);
    await expect(run(moveWith(5n, 5n))).resolves.toMatchObject({ rowCount: 2 });
    await expect(run("UPDATE wallet_accounts SET balance_milli = balance_milli")).resolves.toBeDefined();

    await as(async (client) => {
      await client.query("BEGIN");
      await client.query(moveWith(5n, 5n));
      await client.query("SAVEPOINT one");
      await client.query(moveWith(7n, 7n));
      // A transfer of an earlier statement counts for that one alone.
      await expect(client.query(moveWith(5n, 10n))).rejects.toThrow(refused);
      await client.query("ROLLBACK");
    });
    expect(await audit()).toEqual([]);
  },
);

test("every column of a table of which some may be changed is named as changed or as fixed", async () => {
  const fixed: Record<string, string[]> = {
    wallet_accounts: ["id", "business_id", "kind"],
    bank_transfers: [
      ...["id", "direction", "account_number", "reference", "amount_vnd", "occurred_at", "dedupe_key", "recorded_at"],
    ],
    audit_heads: ["business_id"],
  };
  expect(Object.keys(changedColumns).sort()).toEqual(Object.keys(fixed).sort());
  for (const [table, changed] of Object.entries(changedColumns)) {
    const columns = `SELECT attname AS name, has_column_privilege(attrelid, attnum, 'UPDATE') AS may FROM pg_attribute
      WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped`;
    const found = await sql<{ name: string; may: boolean }>(undefined, columns, [table]);
    const named = (may: boolean) => found.filter((column) => column.may === may).map(({ name }) => name);
    expect(named(true).sort()).toEqual([...changed].sort());
    expect(named(false).sort()).toEqual(fixed[table]?.sort());
  }
});

test("the program's role may do the rest: every table can be read and, but for those written once or in part, changed", async () => {
  const { rows } = await asOwner((client) =>
    client.query(`SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'`),
  );
  for (const { name } of rows) {
    const [found] = await sql<{ all: boolean; read: boolean; add: boolean; owns: boolean }>(
      undefined,
      `SELECT has_table_privilege($1, 'SELECT') AS read, has_table_privilege($1, 'INSERT') AS add,
         has_table_privilege($1, 'UPDATE') AND has_table_privilege($1, 'DELETE') AS all,
         has_table_privilege($1, 'TRUNCATE, REFERENCES, TRIGGER') AS owns`,
      [name],
    );
    const isMigrations = name === "_prisma_migrations";
    const all = !isMigrations && !insertOnlyTables.includes(name) && !(name in changedColumns);
    expect({ name, ...found }).toEqual({ name, read: true, add: !isMigrations, all, owns: false });
  }
  expect(rows.length).toBeGreaterThan(40);
});

test("a table whose triggers reject every change is one that the program's role cannot change", async () => {
  const triggers = `SELECT tgrelid::regclass::text AS name FROM pg_trigger
    WHERE tgfoid = 'refuse_change'::regproc AND (tgtype & 8) > 0 AND (tgtype & 16) > 0`;
  const { rows } = await asOwner((client) => client.query(triggers));
  expect([...insertOnlyTables].sort()).toEqual(rows.map(({ name }) => name).sort());
});

test("tables, sequences and functions of a later migration get their grants by themselves", async () => {
  const script = `CREATE TABLE later (id serial PRIMARY KEY, name text); INSERT INTO later (name) VALUES ('one');
    CREATE FUNCTION count_later() RETURNS bigint LANGUAGE sql AS 'SELECT count(*) FROM later'`;
  const name = "29991231000000_later";
  const directory = directoryWith(name, script);
  expect(await prepareDatabase({ url: url(), ownerUrl: ownerUrl() }, directory)).toEqual([name]);
  await sql(undefined, "INSERT INTO later (name) VALUES ($1)", ["two"]);
  await sql(undefined, "UPDATE later SET name = 'changed'", []);
  expect(await sql(undefined, "SELECT count_later() AS count", [])).toEqual([{ count: 2n }]);
  await expect(sql(undefined, "TRUNCATE later", [])).rejects.toThrow("permission denied");
});

test("a privilege that was granted by hand is revoked at the next start", async () => {
  await asOwner((client) =>
    client.query("GRANT ALL ON transfers TO vang_app; GRANT UPDATE (action) ON audit_events TO vang_app"),
  );
  await prepareDatabase({ url: url(), ownerUrl: ownerUrl() });
  await expect(sql(undefined, "UPDATE transfers SET amount_milli = 1", [])).rejects.toThrow("permission denied");
  await expect(sql(undefined, "UPDATE audit_events SET action = ''", [])).rejects.toThrow("permission denied");
});

test("several processes prepare one database at once", async () => {
  const name = "29991231000001_once";
  const directory = directoryWith(name, "CREATE TABLE once (id text)");
  const urls = { url: url(), ownerUrl: ownerUrl() };
  const applied = await Promise.all(Array.from({ length: 6 }, () => prepareDatabase(urls, directory)));
  expect(applied.flat()).toEqual([name]);
});

/** A role of its own with a password, dropped afterwards. */
async function withRole(attributes: string, work: (url: string) => Promise<void>): Promise<void> {
  const role = `vang_test_${process.pid}_${Math.random().toString(36).slice(2)}`;
  await asOwner((client) => client.query(`CREATE ROLE ${role} LOGIN PASSWORD 'secret-word' ${attributes}`));
  const own = new URL(url());
  [own.username, own.password] = [role, "secret-word"];
  try {
    await work(own.href);
  } finally {
    await asOwner((client) => client.query(`DROP OWNED BY ${role}; DROP ROLE ${role}`));
  }
}

test("without DATABASE_OWNER_URL the program starts on a current schema, and says which setting a newer one needs", async () => {
  expect(await prepareDatabase({ url: url() })).toEqual([]);
  const newer = directoryWith("29991231000002_newer", "SELECT 1");
  await expect(prepareDatabase({ url: url() }, newer)).rejects.toThrow(
    "The database lacks 1 migrations (from 29991231000002_newer), and vang_app of DATABASE_URL may not apply them. Set DATABASE_OWNER_URL",
  );
  await withRole("", (outsider) =>
    expect(prepareDatabase({ url: outsider })).rejects.toThrow(
      /finds no tables of Vang that it may read. Set DATABASE_OWNER_URL/,
    ),
  );
});

test("a role that was just created gets its privileges from the owner, whatever its name", async () => {
  await withRole("", async (other) => {
    await prepareDatabase({ url: other, ownerUrl: ownerUrl() });
    const client = new pg.Client(other);
    await client.connect();
    expect((await client.query("SELECT FROM transfers")).rowCount).toBeGreaterThan(0);
    await expect(client.query("DELETE FROM transfers")).rejects.toThrow("permission denied");
    await client.end();
  });
});

const isProtected = async (own: string) => {
  const client = new pg.Client(own);
  await client.connect();
  const { rows } = await client.query(protectionQuery, [insertOnlyTables]);
  await client.end();
  return rows[0].protected;
};

test.each([
  "SUPERUSER",
  "CREATEROLE",
  "IN ROLE vang",
  "NOINHERIT IN ROLE vang",
  "IN ROLE pg_write_all_data",
  "IN ROLE pg_write_server_files",
  "IN ROLE pg_execute_server_program",
])("a role with %s is known to be able to change the ledger", async (attributes) => {
  await withRole(attributes, async (own) => expect(await isProtected(own)).toBe(false));
});

test("the owner of the schema is known to be able to change the ledger", async () => {
  await withRole("", async (own) => {
    await asOwner((client) => client.query(`ALTER SCHEMA public OWNER TO ${new URL(own).username}`));
    expect(await isProtected(own)).toBe(false);
    await asOwner((client) => client.query("ALTER SCHEMA public OWNER TO pg_database_owner"));
  });
});

test.each(["UPDATE (amount_milli)", "DELETE", "TRUNCATE", "TRIGGER"])(
  "a role with the privilege %s is known to be able to change the ledger",
  async (privilege) => {
    await withRole("", async (own) => {
      expect(await isProtected(own)).toBe(true);
      await asOwner((client) => client.query(`GRANT ${privilege} ON transfers TO ${new URL(own).username}`));
      expect(await isProtected(own)).toBe(false);
    });
  },
);

test("as the owner alone the program starts, warns once and is reported as unprotected; as its own role it is not", async () => {
  const warned = vi.spyOn(log, "warn");
  const warnings = () => warned.mock.calls.filter(([fields]) => (fields as { setting?: string }).setting);
  expect(await prepareDatabase({ url: url(), ownerUrl: ownerUrl() })).toEqual([]);
  expect(warnings()).toEqual([]);
  expect(await isProtected(url())).toBe(true);

  for (const urls of [{ url: ownerUrl() }, { url: ownerUrl(), ownerUrl: ownerUrl() }]) {
    warned.mockClear();
    expect(await prepareDatabase(urls)).toEqual([]);
    expect(warnings()).toEqual([[{ setting: "DATABASE_OWNER_URL" }, expect.stringContaining("can change the ledger")]]);
  }
  expect(await isProtected(ownerUrl())).toBe(false);
  warned.mockRestore();
});

test("an invalid owner's URL is rejected, by name and without its password", async () => {
  const wrong = (change: (url: URL) => void) => {
    const changed = new URL(ownerUrl());
    change(changed);
    return prepareDatabase({ url: url(), ownerUrl: changed.href }).then(
      () => "",
      ({ message }: Error) => message,
    );
  };
  const reasons = {
    password: await wrong((it) => {
      it.password = "a-wrong-password";
    }),
    port: await wrong((it) => {
      it.port = "1";
    }),
    host: await wrong((it) => {
      it.hostname = "database.invalid";
    }),
    name: await wrong((it) => {
      it.pathname = "/nowhere";
    }),
    database: await wrong((it) => {
      it.pathname = "/postgres";
    }),
    role: await wrong((it) => {
      [it.username, it.password] = [new URL(url()).username, new URL(url()).password];
    }),
    text: await prepareDatabase({ url: url(), ownerUrl: "vang:a-wrong-password" }).catch(({ message }) => message),
    path: await prepareDatabase({ url: url(), ownerUrl: "postgresql://vang:1/a-wrong-password@db/vang" }).catch(
      ({ message }) => message,
    ),
  };
  expect(reasons).toEqual({
    password: expect.stringMatching(
      /^DATABASE_OWNER_URL \(vang at .*\) does not connect: password authentication failed/,
    ),
    port: expect.stringMatching(/^DATABASE_OWNER_URL \(vang at .*:1\/.*\) does not connect: connect ECONNREFUSED/),
    host: expect.stringMatching(/^DATABASE_OWNER_URL \(vang at database\.invalid.*\) does not connect: getaddrinfo/),
    name: expect.stringMatching(/^DATABASE_OWNER_URL .* does not connect: database "nowhere" does not exist/),
    database: expect.stringMatching(
      /^DATABASE_OWNER_URL leads to another database \(postgres\) than DATABASE_URL \(vang_test/,
    ),
    role: "DATABASE_OWNER_URL connects as vang_app, but the tables belong to vang.",
    text: expect.stringMatching(/^DATABASE_OWNER_URL is not a URL/),
    path: expect.stringMatching(/^DATABASE_OWNER_URL is not a URL/),
  });
  const passwords = ["a-wrong-password", new URL(ownerUrl()).password, new URL(url()).password];
  for (const reason of Object.values(reasons)) for (const word of passwords) expect(reason).not.toContain(word);
});
