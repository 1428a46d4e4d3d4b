import "server-only";
import pg from "pg";
import { insertOnlyTables } from "@/lib/money/wallet/ledger-protection";

/** Tables whose rows are never deleted and of which the program changes these columns alone. */
export const changedColumns: Record<string, readonly string[]> = {
  // A trigger rejects a balance that changes without its transfers.
  wallet_accounts: ["balance_milli"],
  bank_transfers: [
    ...["status", "reason", "decision", "business_id", "top_up_id", "reverses_id", "unassignments", "settled_at"],
    ...["encrypted_details", "marks", "payer_mark"],
  ],
  audit_heads: ["sequence", "digest"],
};

/** The privileges of the program's role on a table: for most of them everything but ownership. */
function privilegesOn(table: string): string {
  if (table === "_prisma_migrations") return "SELECT";
  const columns = changedColumns[table];
  if (columns) return `SELECT, INSERT, UPDATE (${columns.join(", ")})`;
  return insertOnlyTables.includes(table) ? "SELECT, INSERT" : "SELECT, INSERT, UPDATE, DELETE";
}

const ourOwner = "(SELECT relowner FROM pg_class WHERE oid = to_regclass('_prisma_migrations'))";
const ofNoExtension = (catalogue: string) => `NOT EXISTS (SELECT FROM pg_depend
  WHERE classid = '${catalogue}'::regclass AND objid = ${catalogue}.oid AND deptype = 'e')`;

/** What is in the schema and belongs to Vang: an operator can keep other tables and extensions beside it. */
const relations = `
  SELECT relname AS name, relkind = 'S' AS "isSequence" FROM pg_class
  WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p', 'v', 'm', 'S') 
    AND pg_has_role(relowner, 'USAGE') AND relowner = ${ourOwner} AND ${ofNoExtension("pg_class")}`;
const functions = `
  SELECT oid::regprocedure::text AS name FROM pg_proc
  WHERE pronamespace = current_schema()::regnamespace AND prokind IN ('f', 'p') 
    AND pg_has_role(proowner, 'USAGE') AND proowner = ${ourOwner} AND ${ofNoExtension("pg_proc")}`;

/** Gives the role exactly its privileges, also on later tables. Run by the owner in a transaction; can be repeated. */
export async function grantPrivileges(client: pg.Client, appRole: string): Promise<void> {
  const role = pg.escapeIdentifier(appRole);
  const [{ name }] = (await client.query("SELECT current_schema() AS name")).rows;
  const schema = pg.escapeIdentifier(name);
  const qualified = (relation: string) => `${schema}.${pg.escapeIdentifier(relation)}`;
  const set = (kind: string, object: string, privileges: string) =>
    `REVOKE ALL ON ${kind} ${object} FROM ${role}; GRANT ${privileges} ON ${kind} ${object} TO ${role}`;

  const statements = [
    `REVOKE CREATE ON SCHEMA ${schema} FROM PUBLIC, ${role}`,
    `GRANT USAGE ON SCHEMA ${schema} TO ${role}`,
    ...["SELECT, INSERT, UPDATE, DELETE ON TABLES", "USAGE, SELECT ON SEQUENCES", "EXECUTE ON FUNCTIONS"].map(
      (what) => `ALTER DEFAULT PRIVILEGES IN SCHEMA ${schema} GRANT ${what} TO ${role}`,
    ),
    ...(await client.query(relations)).rows.map(({ name, isSequence }) =>
      isSequence
        ? set("SEQUENCE", qualified(name), "USAGE, SELECT")
        : set("TABLE", qualified(name), privilegesOn(name)),
    ),
    ...(await client.query(functions)).rows.map(({ name }) => `GRANT EXECUTE ON ROUTINE ${name} TO ${role}`),
  ];
  await client.query(statements.join(";\n"));
}
