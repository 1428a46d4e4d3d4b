import pg from "pg";
import { insertOnlyTables, protectionQuery } from "@/lib/money/wallet/ledger-protection";
import { asOwner } from "./as-owner";

/** As the program connects to the database of this test file. */
export const appUrl = () => process.env.DATABASE_URL ?? "";

/** A role of its own with a password, dropped afterwards. */
export async function withRole(attributes: string, work: (url: string) => Promise<void>): Promise<void> {
  const role = `vang_test_${process.pid}_${Math.random().toString(36).slice(2)}`;
  await asOwner((client) => client.query(`CREATE ROLE ${role} LOGIN PASSWORD 'secret-word' ${attributes}`));
  const own = new URL(appUrl());
  [own.username, own.password] = [role, "secret-word"];
  try {
    await work(own.href);
  } finally {
    await asOwner((client) => client.query(`DROP OWNED BY ${role}; DROP ROLE ${role}`));
  }
}

/** Whether the ledger is protected from the role of this URL. */
export async function isProtected(url: string): Promise<boolean> {
  const client = new pg.Client(url);
  await client.connect();
  const { rows } = await client.query(protectionQuery, [insertOnlyTables]);
  await client.end();
  return rows[0].protected;
}
