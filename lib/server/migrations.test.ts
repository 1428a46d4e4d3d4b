import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { baseline } from "@/lib/platform/baseline";
import { asOwner } from "@/testing/harness/as-owner";
import { directoryWith } from "@/testing/harness/more-migrations";
import { migrate } from "./migrations";

const migrateAsOwner = (directory?: string) => asOwner((client) => migrate(client, directory));

test("a release starts on a database that a later release has migrated", async () => {
  const later = "29991231000000_of_a_later_release";
  expect(await migrateAsOwner(directoryWith({ [later]: "CREATE TABLE of_a_later_release (id text)" }))).toEqual([
    later,
  ]);
  expect(await migrateAsOwner()).toEqual([]);
});

test("a migration that fails changes nothing and can be tried again once it is fixed", async () => {
  const name = "29991231000001_broken";
  const broken = directoryWith({ [name]: "CREATE TABLE half (id text); SELECT 1 / 0" });
  await expect(migrateAsOwner(broken)).rejects.toThrow("division by zero");
  expect(await migrateAsOwner(directoryWith({ [name]: "CREATE TABLE half (id text)" }))).toEqual([name]);
});

test("a migration that was edited after it was applied, or is marked as failed, stops the start", async () => {
  const edited = directoryWith({});
  appendFileSync(join(edited, baseline, "migration.sql"), "-- edited");
  await expect(migrateAsOwner(edited)).rejects.toThrow(`${baseline} was edited`);

  const failed = `INSERT INTO _prisma_migrations (id, checksum, migration_name) VALUES ('failed', '', '29991231000002_failed')`;
  await asOwner((client) => client.query(failed));
  await expect(migrateAsOwner()).rejects.toThrow("29991231000002_failed failed earlier");
});
