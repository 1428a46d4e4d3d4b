// @module-tag promise
import { afterEach, beforeAll, expect, test } from "vitest";
import { audit } from "@/lib/money/wallet/books/differences";
import { earlierChecksums } from "@/lib/platform/baseline";
import { db } from "@/lib/platform/db";
import { loadDatabase, readFacts, readSchema } from "@/testing/fixtures/load";
import { asOwner, ownerUrl } from "@/testing/harness/as-owner";
import { appUrl } from "@/testing/harness/database-roles";
import { describeSchema } from "@/testing/harness/describe-schema";
import { migrate } from "./migrations";
import { prepareDatabase } from "./prepare-database";

const empty = "DROP SCHEMA public CASCADE; CREATE SCHEMA public";
const ask = (text: string) => asOwner((client) => client.query(text));
const recorded = async () => (await ask("SELECT * FROM _prisma_migrations ORDER BY id")).rows;

beforeAll(() =>
  asOwner(async (client) => {
    await client.query(empty);
    await loadDatabase(client);
  }),
);

let undo = "";
afterEach(async () => void (await ask(undo)));

const latest = [...earlierChecksums.keys()].at(-1);

test("the baseline makes exactly the schema that the migrations of 0d340e8e made, with its triggers, functions, checks and partial indexes", async () => {
  expect(await asOwner(describeSchema)).toEqual(readSchema());
});

test.each<[string, string, string, string]>([
  [
    "of an older version",
    `UPDATE _prisma_migrations SET rolled_back_at = now() WHERE migration_name = '${latest}'`,
    "UPDATE _prisma_migrations SET rolled_back_at = NULL",
    `of a version older than 0d340e8e: it lacks the migration ${latest}. Start version 0d340e8e on it`,
  ],
  [
    "with a migration that failed",
    `UPDATE _prisma_migrations SET finished_at = NULL WHERE migration_name = '${latest}'`,
    "UPDATE _prisma_migrations SET finished_at = now() WHERE finished_at IS NULL",
    `Migration ${latest} failed earlier`,
  ],
  [
    "with a migration that was edited",
    `UPDATE _prisma_migrations SET checksum = '' WHERE migration_name = '${latest}'`,
    `UPDATE _prisma_migrations SET checksum = '${earlierChecksums.get(latest ?? "")}' WHERE checksum = ''`,
    `Migration ${latest} was edited`,
  ],
  [
    "whose usage is not complete",
    "UPDATE jobs SET hours_counted = NULL",
    "UPDATE jobs SET hours_counted = true",
    "background work on this database: 9 jobs are not in the usage. Start version 0d340e8e on it until that is done",
  ],
  [
    "whose jobs have not all got their price",
    `UPDATE price_backfills SET "cursor" = service || '_' WHERE service = 'stt';
     UPDATE jobs SET price_id = NULL WHERE service = 'stt'`,
    `UPDATE jobs SET price_id = (SELECT price_id FROM holds h WHERE h.tracking_id = jobs.tracking_id) WHERE service = 'stt'`,
    "1 jobs have no price",
  ],
  [
    "with emails in the former queue",
    "INSERT INTO outgoing_mails (id, sealed, due_at, created_at) VALUES ('mal_1', 'x', now(), now())",
    "DELETE FROM outgoing_mails",
    "1 emails are in outgoing_mails",
  ],
  [
    "with free credit that is not recorded",
    "SET session_replication_role = replica; UPDATE transfers t SET reference = 'welcome:' || business_id FROM wallet_accounts a WHERE a.id = t.credit_account_id AND reference LIKE 'test:%' AND t.kind = 'welcome'",
    "SET session_replication_role = replica; UPDATE transfers SET reference = 'test:' || reference WHERE reference LIKE 'welcome:%'",
    "2 businesses have free credit that is not in credit_grants",
  ],
])("a database %s is rejected by name, and nothing in it changes", async (_, change, back, words) => {
  undo = back;
  await ask(change);
  const before = await recorded();
  await expect(asOwner((client) => migrate(client))).rejects.toThrow(words);
  expect(await recorded()).toEqual(before);
});

test("a database of 0d340e8e is taken over by itself: the later migrations follow, its balances stay and its books balance", async () => {
  undo = "";
  const applied = await prepareDatabase({ url: appUrl(), ownerUrl: ownerUrl() });
  expect(applied.length).toBeGreaterThan(6);
  expect(applied).not.toContainEqual(expect.stringMatching(/baseline/));
  expect(await prepareDatabase({ url: appUrl(), ownerUrl: ownerUrl() })).toEqual([]);

  expect(await audit()).toEqual([]);
  const { balances, partner } = readFacts();
  for (const { id, balanceMilli } of await db.walletAccount.findMany())
    expect([id, String(balanceMilli)]).toEqual([id, balances[id]?.balanceMilli]);
  expect(await db.bankTransfer.findUnique({ where: { id: partner.transfers.credited } })).toMatchObject({
    status: "credited",
    businessId: partner.businessId,
  });
  expect(await db.hold.findUnique({ where: { trackingId: partner.openHold } })).toMatchObject({ status: "open" });

  const takenOver = await asOwner(describeSchema);
  await asOwner(async (client) => {
    await client.query(empty);
    await migrate(client);
  });
  expect(takenOver).toEqual(await asOwner(describeSchema));
});
