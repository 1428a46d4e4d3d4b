// @module-tag slow
import { afterAll, beforeAll, expect, test } from "vitest";
import { ownerUrl } from "@/testing/harness/as-owner";
import { serveHere } from "@/testing/harness/serve-here";

let server: Awaited<ReturnType<typeof serveHere>>;

beforeAll(async () => {
  server = await serveHere({ DATABASE_URL: ownerUrl() });
});
afterAll(() => server.close());

test("a process that connects as the owner of the tables serves and reports that the ledger is unprotected", async () => {
  const response = await fetch(`${server.url}/health`);
  expect(response.status).toBe(200);
  expect(await response.json()).toMatchObject({ status: "ok", ledger: "unprotected" });
});
