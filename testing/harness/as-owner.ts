import pg from "pg";
import { inject } from "vitest";

/** The table owner's URL in the database of this test file. */
export function ownerUrl(): string {
  const { pathname } = new URL(process.env.DATABASE_URL ?? "");
  return inject("adminUrl").replace(/\/postgres$/, pathname);
}

/** For changes that the program's role cannot make, such as to the ledger. */
export async function asOwner<Result>(work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client(ownerUrl());
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
