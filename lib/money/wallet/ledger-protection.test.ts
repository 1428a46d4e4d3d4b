// @module-tag promise
import { expect, test } from "vitest";
import { asOwner } from "@/testing/harness/as-owner";
import { isProtected, withRole } from "@/testing/harness/database-roles";

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
