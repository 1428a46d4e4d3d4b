// @module-tag promise
// @module-tag slow
import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { getStatement } from "@/lib/money/statements/read";
import { setMetadataKeys } from "@/lib/money/usage/metadata-keys";
import { clock } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { vietnamDate, vietnamMonth } from "@/lib/platform/vietnam-time";
import { makeKey, makeMember } from "@/prisma/factories";
import { startApi } from "@/testing/harness/api";
import { readGuide } from "./read-page";

let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

/** The program of the guide, run as it is printed. */
async function runGuide(secret: string, from: string, to: string): Promise<string> {
  const [, code = ""] = /```js\n(.*?)```/s.exec(readGuide("bill-customers", "en")) ?? [];
  const directory = await mkdtemp(join(tmpdir(), "vang-bill-"));
  try {
    await writeFile(join(directory, "bill.mjs"), code.replaceAll("{{url}}", api.url));
    const env = { ...process.env, VANG_API_KEY: secret };
    const { stdout } = await promisify(execFile)(process.execPath, ["bill.mjs", from, to], { cwd: directory, env });
    return stdout;
  } finally {
    await rm(directory, { recursive: true });
  }
}

test("a reseller bills three customers by the program of the guide, and the total is that of the statement", async () => {
  const member = await makeMember({ creditMilli: 50_000_000n });
  const outsider = await makeMember();
  const [key, reader] = [await makeKey(member), await makeKey(member, ["usage:read"])];
  await setMetadataKeys(member, ["customer", "tag"]);
  const say = (text: string, customer?: string) =>
    api.call("POST", "/tts", {
      key,
      json: { text, voiceId: "north-linh", modelId: "vang-espeak" },
      headers: customer ? { "x-metadata": JSON.stringify({ customer }) } : {},
    });
  const spoken = [say("Một", "acme"), say("Hai ba", "acme"), say("Bốn năm", "Minh"), say("Sáu"), say("Bảy", "zeta")];
  for (const { status } of await Promise.all(spoken)) expect(status).toBe(200);
  const { businessId } = member;
  await expect
    .poll(() => db.transfer.count({ where: { kind: "charge", debit: { businessId } } }), { timeout: 10_000 })
    .toBe(5);

  const today = vietnamDate(clock.now());
  const printed = await runGuide(reader, `${today.slice(0, 8)}01`, today);
  const statement = await getStatement(member, vietnamMonth(clock.now()));
  const milli = -(statement.totals.find(({ kind }) => kind === "charge")?.milli ?? 0n);
  expect(printed.split("\n").map((line) => line.replace(/:.*/, ""))).toEqual([
    "(none)",
    "Minh",
    "acme",
    "zeta",
    "Total",
    "",
  ]);
  expect(printed).toContain(`Total: ${Number(milli) / 1000} ₫`);

  const usage = async (query: string, secret = reader) =>
    (await api.get(`/usage?from=${today}&to=${today}&${query}`, secret)).json;
  const whole = await usage("by=day,metadata.customer");
  expect(whole).toMatchObject({ by: ["day", "metadata.customer"], window: { from: `${today}T00:00:00+07:00` } });
  const [, first] = whole.rows as Record<string, unknown>[];
  expect(first).toMatchObject({ day: today, metadata: { customer: "Minh" }, jobs: 1, latencyMs: null });
  for (const filter of ["metadata.customer=acme", "metadata=customer:acme"])
    expect((await usage(`by=service&${filter}`)).rows).toMatchObject([{ service: "tts", jobs: 2 }]);
  const page = await usage("groupBy=metadata.customer&limit=3");
  expect(page.rows).toHaveLength(3);
  expect((await usage(`groupBy=metadata.customer&limit=3&cursor=${page.next}`)).rows).toMatchObject([
    { metadata: { customer: "zeta" } },
  ]);

  const keyOfOutsider = await makeKey(outsider, ["usage:read"]);
  for (const [query, param, secret] of [
    ["groupBy=metadata.customer", "by", keyOfOutsider],
    ["groupBy=metadata.order", "by"],
    ["metadata.order=1", "metadata"],
    ["by=day&groupBy=day", "groupBy"],
    ["by=hour,metadata.customer", "by"],
    ["by=metadata.customer,metadata.tag", "by"],
    ["by=metadata.customer&metadata=tag:1", "metadata"],
    ["period=month", "period"],
  ] as const)
    expect(await usage(query, secret), query).toMatchObject({ status: 400, code: "INVALID_REQUEST", param });
});
