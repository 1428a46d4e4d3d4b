// @module-tag slow
import { afterAll, beforeAll, expect, test } from "vitest";
import { freePort } from "@/scripts/database.mjs";
import { ownerUrl } from "@/testing/harness/as-owner";
import { scrape } from "@/testing/harness/scrape";
import { serveHere } from "@/testing/harness/serve-here";

let port: number;
let server: Awaited<ReturnType<typeof serveHere>>;

beforeAll(async () => {
  port = await freePort();
  server = await serveHere({ DATABASE_URL: ownerUrl(), VANG_METRICS: `127.0.0.1:${port}` });
});
afterAll(() => server.close());

test("a process that connects as the owner of the tables serves and reports that the ledger is unprotected", async () => {
  expect((await fetch(`${server.url}/health`)).status).toBe(200);
  expect((await scrape(port)).get("vang_ledger_protected")).toBe(0);
});
