// @module-tag promise
import pg from "pg";
import { expect, test, vi } from "vitest";
import { log } from "@/lib/platform/log";
import { makeMember } from "@/prisma/factories";
import { ownerUrl } from "@/testing/harness/as-owner";
import { appUrl, isProtected, withRole } from "@/testing/harness/database-roles";
import { directoryWith } from "@/testing/harness/more-migrations";
import { prepareDatabase } from "./prepare-database";

test("several processes prepare one database at once", async () => {
  const name = "29991231000001_once";
  const directory = directoryWith({ [name]: "CREATE TABLE once (id text)" });
  const urls = { url: appUrl(), ownerUrl: ownerUrl() };
  const applied = await Promise.all(Array.from({ length: 6 }, () => prepareDatabase(urls, directory)));
  expect(applied.flat()).toEqual([name]);
});

test("without DATABASE_OWNER_URL the program starts on a current schema, and says which setting a newer one needs", async () => {
  expect(await prepareDatabase({ url: appUrl() })).toEqual([]);
  const newer = directoryWith({ "29991231000002_newer": "SELECT 1" });
  await expect(prepareDatabase({ url: appUrl() }, newer)).rejects.toThrow(
    "The database lacks 1 migrations (from 29991231000002_newer), and vang_app of DATABASE_URL may not apply them. Set DATABASE_OWNER_URL",
  );
  await withRole("", (outsider) =>
    expect(prepareDatabase({ url: outsider })).rejects.toThrow(
      /finds no tables of Vang that it may read. Set DATABASE_OWNER_URL/,
    ),
  );
});

test("a role that was just created gets its privileges from the owner, whatever its name", async () => {
  await makeMember({ creditMilli: 5n });
  await withRole("", async (other) => {
    await prepareDatabase({ url: other, ownerUrl: ownerUrl() });
    const client = new pg.Client(other);
    await client.connect();
    expect((await client.query("SELECT FROM transfers")).rowCount).toBeGreaterThan(0);
    await expect(client.query("DELETE FROM transfers")).rejects.toThrow("permission denied");
    await client.end();
  });
});

test("as the owner alone the program starts, warns once and is reported as unprotected; as its own role it is not", async () => {
  const warned = vi.spyOn(log, "warn");
  const warnings = () => warned.mock.calls.filter(([fields]) => (fields as { setting?: string }).setting);
  expect(await prepareDatabase({ url: appUrl(), ownerUrl: ownerUrl() })).toEqual([]);
  expect(warnings()).toEqual([]);
  expect(await isProtected(appUrl())).toBe(true);

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
    return prepareDatabase({ url: appUrl(), ownerUrl: changed.href }).then(
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
      [it.username, it.password] = [new URL(appUrl()).username, new URL(appUrl()).password];
    }),
    text: await prepareDatabase({ url: appUrl(), ownerUrl: "vang:a-wrong-password" }).catch(({ message }) => message),
    path: await prepareDatabase({ url: appUrl(), ownerUrl: "postgresql://vang:1/a-wrong-password@db/vang" }).catch(
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
  const passwords = ["a-wrong-password", new URL(ownerUrl()).password, new URL(appUrl()).password];
  for (const reason of Object.values(reasons)) for (const word of passwords) expect(reason).not.toContain(word);
});
