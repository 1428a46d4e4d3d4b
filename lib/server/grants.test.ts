// @module-tag promise
import { beforeAll, expect, test } from "vitest";
import { recordAudit } from "@/lib/access/audit/record";
import { audit } from "@/lib/money/wallet/books/differences";
import { insertOnlyTables } from "@/lib/money/wallet/ledger-protection";
import { db, sql, withOwnConnection } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { makeMember } from "@/prisma/factories";
import { asOwner, ownerUrl } from "@/testing/harness/as-owner";
import { appUrl } from "@/testing/harness/database-roles";
import { directoryWith } from "@/testing/harness/more-migrations";
import { changedColumns } from "./grants";
import { prepareDatabase } from "./prepare-database";

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
      "resembles_id",
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
  const directory = directoryWith({ [name]: script });
  expect(await prepareDatabase({ url: appUrl(), ownerUrl: ownerUrl() }, directory)).toEqual([name]);
  await sql(undefined, "INSERT INTO later (name) VALUES ($1)", ["two"]);
  await sql(undefined, "UPDATE later SET name = 'changed'", []);
  expect(await sql(undefined, "SELECT count_later() AS count", [])).toEqual([{ count: 2n }]);
  await expect(sql(undefined, "TRUNCATE later", [])).rejects.toThrow("permission denied");
});

test("a privilege that was granted by hand is revoked at the next start", async () => {
  await asOwner((client) =>
    client.query("GRANT ALL ON transfers TO vang_app; GRANT UPDATE (action) ON audit_events TO vang_app"),
  );
  await prepareDatabase({ url: appUrl(), ownerUrl: ownerUrl() });
  await expect(sql(undefined, "UPDATE transfers SET amount_milli = 1", [])).rejects.toThrow("permission denied");
  await expect(sql(undefined, "UPDATE audit_events SET action = ''", [])).rejects.toThrow("permission denied");
});
