// @module-tag promise
import { afterAll, beforeAll, expect, test } from "vitest";
import { startApi } from "@/testing/harness/api";

let api: Awaited<ReturnType<typeof startApi>>;

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

test("anyone learns from health only that the process serves, and in which role", async () => {
  const { status, json } = await api.get("/health");
  expect([status, json]).toEqual([200, { status: "ok", role: "all" }]);
});
