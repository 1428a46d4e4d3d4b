// @module-tag promise
import { afterEach, expect, test, vi } from "vitest";
import type { FinishedJob } from "@/lib/access/events/finished-job";
import type { Member } from "@/lib/access/principals/member";
import { createKey } from "@/lib/keys/service";
import { getStatement } from "@/lib/money/statements/read";
import { holdCredit } from "@/lib/money/wallet/holds";
import { chargePart } from "@/lib/money/wallet/parts";
import { captureHolds, lowerOpenHold } from "@/lib/money/wallet/settle";
import { clock } from "@/lib/platform/clock";
import { db, transaction } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { ingest, recordFinished } from "@/lib/speech/history/ingest";
import { eraseResult } from "@/lib/speech/retention/erase";
import { makeKeySettings, makeMember } from "@/prisma/factories";
import { makeFinished, makeLongJob } from "@/prisma/speech-factories";
import { goTo } from "@/testing/harness/go-to";
import { promised } from "@/testing/promises";
import { countByMetadata, metadataBounds } from "./count-metadata";
import { forgetValue, setMetadataKeys } from "./metadata-keys";
import { getUsage } from "./read";

afterEach(() => {
  clock.reset();
  vi.restoreAllMocks();
  metadataBounds.values = 10_000;
});

const reseller = async () => {
  const member = await makeMember({ creditMilli: 100_000_000n });
  const { id: keyId } = await createKey(member, makeKeySettings({ name: "Tổng đài" }));
  return { member, businessId: member.businessId, keyId };
};

const record = (jobs: FinishedJob[]) =>
  ingest(jobs.map((payload, index) => ({ key: String(index), payload, attempts: 0 })));

/** Jobs that hold their price, or more, and are recorded. */
async function charge(
  of: { businessId: string; keyId: string },
  jobs: (Partial<FinishedJob> & { heldMilli?: bigint })[],
): Promise<FinishedJob[]> {
  const finished = jobs.map(({ heldMilli, ...job }) => ({ heldMilli, job: makeFinished(of, job) }));
  for (const { heldMilli, job } of finished) {
    const amountMilli = heldMilli ?? BigInt(job.amountMilli);
    await holdCredit({ ...of, trackingId: job.trackingId, amountMilli });
  }
  await record(finished.map(({ job }) => job));
  return finished.map(({ job }) => job);
}

/** The amounts of a month by the values of a key, in thousandths. */
async function amounts(member: Member, name: string, month = "2025-11"): Promise<Record<string, bigint>> {
  const days = { from: `${month}-01`, to: `${month}-${month.endsWith("11") ? "30" : "31"}` };
  const { rows } = await getUsage(member, { ...days, by: [`metadata.${name}`] });
  return Object.fromEntries(rows.map(({ group, amountMilli }) => [group[`metadata.${name}`] ?? "?", amountMilli]));
}

const sum = (of: Record<string, bigint>) => Object.values(of).reduce((all, milli) => all + milli, 0n);

/** What the statement of a month says was charged. */
const charged = async (member: Member, month = "2025-11") =>
  -((await getStatement(member, month)).totals.find(({ kind }) => kind === "charge")?.milli ?? 0n);

const by = (customer: string) => ({ metadata: { customer, project: `of ${customer}` } });

test("the amounts of all customers are what the statement of the month charged, to the thousandth", async () => {
  goTo("2025-11-20T03:00:00Z");
  const of = await reseller();
  const { member, businessId, keyId } = of;
  await setMetadataKeys(member, ["customer", "project"]);
  const [job] = await charge(of, [
    { ...by("acme"), amountMilli: "5101" },
    { ...by("acme"), amountMilli: "17" },
    { ...by("Bình Minh"), amountMilli: "1", heldMilli: 5000n },
    { metadata: { customer: "" }, amountMilli: "300" },
    { metadata: null, amountMilli: "20" },
    { ...by("acme"), amountMilli: "0", status: "failed", resultCode: "PROVIDER_FAILED" },
    { ...by("Bình Minh"), amountMilli: "7", heldMilli: 900n, status: "failed", resultCode: "CLIENT_CLOSED" },
  ]);

  // A live transcription: a part is charged while it goes on, and the rest when it is recorded.
  const live = makeFinished(of, {
    ...by("live"),
    trackingId: newId("stt"),
    service: "stt",
    voiceId: null,
    amountMilli: "2503",
  });
  const { trackingId } = live;
  const call = {
    service: "stt",
    modelId: "vang-demo-stt",
    voiceId: null,
    caller: { api: "vang" },
    metadata: live.metadata,
  };
  const at = clock.now();
  await db.liveSession.create({
    data: { trackingId, businessId, keyId, call, region: "VN", createdAt: at, expiresAt: at },
  });
  await holdCredit({ ...of, trackingId, amountMilli: 3000n });
  await transaction((on) =>
    chargePart(on, { ...of, trackingId, amountMilli: 3000n }, 1, { amountMilli: 1001n, units: 1 }),
  );
  await lowerOpenHold(trackingId, 1502n);
  await db.liveSession.delete({ where: { trackingId } });
  await record([live]);

  // A book: each part is charged alone, and its job recorded at its end, here in the next month.
  const book = newId("tts");
  await makeLongJob(businessId, { keyId, id: book, metadata: by("book").metadata, state: "running", service: "tts" });
  const part = async (number: number, amountMilli: bigint) => {
    const name = `${book}.${number}.1`;
    await holdCredit({ ...of, trackingId: name, amountMilli });
    await transaction((on) => captureHolds(on, [{ trackingId: name, amountMilli, units: 1 }]));
  };
  await part(1, 4007n);

  // The last job of the month, which is charged after midnight in Vietnam.
  goTo("2025-11-30T16:59:59.900Z");
  const late = makeFinished(of, { ...by("late"), amountMilli: "33" });
  await holdCredit({ ...of, trackingId: late.trackingId, amountMilli: 33n });
  goTo("2025-11-30T17:00:01Z");
  await Promise.all([record([late]), record([late])]);
  await part(2, 11n);
  await transaction(async (on) => {
    const recorded = await recordFinished(on, [
      makeFinished(of, { ...by("book"), trackingId: book, amountMilli: "4018" }),
    ]);
    await countByMetadata(on, { recorded });
  });
  await eraseResult(member, job?.trackingId ?? "");

  const november = { acme: 5118n, "Bình Minh": 8n, "": 320n, live: 2503n, book: 4007n, late: 0n };
  expect(await amounts(member, "customer")).toEqual(november);
  const apart = async (name: string) => Number(sum(await amounts(member, name)) - (await charged(member)));
  expect([await apart("customer"), await apart("project")]).toEqual([promised("M7"), promised("M7")]);
  const december = { late: 33n, book: 11n };
  expect(await amounts(member, "customer", "2025-12")).toEqual(december);
  expect(sum(december)).toBe(await charged(member, "2025-12"));

  const { rows } = await getUsage(member, {
    from: "2025-11-01",
    to: "2025-11-30",
    by: ["result", "metadata.customer"],
  });
  const acme = rows.filter(({ group }) => group["metadata.customer"] === "acme");
  expect(acme).toMatchObject([
    { group: { result: "PROVIDER_FAILED" }, jobs: 1, errors: { PROVIDER_FAILED: 1 }, amountMilli: 0n },
    { group: { result: "completed" }, jobs: 2, characters: 34, amountMilli: 5118n },
  ]);
  const filter = { metadata: { name: "customer", value: "live" } };
  const [ofLive] = (await getUsage(member, { from: "2025-11-01", to: "2025-11-30", by: ["service"], ...filter })).rows;
  expect(ofLive).toMatchObject({ group: { service: "stt" }, jobs: 1, amountMilli: 2503n });
});

test("a removed key counts nothing more and keeps its figures, and the others go on; another business sees none", async () => {
  goTo("2025-11-20T03:00:00Z");
  const [of, other] = [await reseller(), await reseller()];
  const { member } = of;
  await charge(of, [{ ...by("early"), amountMilli: "1000" }]);
  await setMetadataKeys(member, ["customer", "project"]);
  await charge(of, [{ ...by("acme"), amountMilli: "10" }]);
  await setMetadataKeys(member, ["customer"]);
  await charge(of, [{ ...by("acme"), amountMilli: "20" }]);
  expect(await amounts(member, "customer")).toEqual({ acme: 30n });
  expect(await amounts(member, "project")).toEqual({ "of acme": 10n });
  await setMetadataKeys(member, ["customer", "project"]);
  await charge(of, [{ ...by("acme"), amountMilli: "40" }]);
  expect(await amounts(member, "project")).toEqual({ "of acme": 50n });

  expect(await amounts(other.member, "customer")).toEqual({});
  await charge(other, [{ ...by("acme"), amountMilli: "5" }]);
  expect(await db.usageMetadataDay.count({ where: { businessId: other.businessId } })).toBe(0);
  const foreign = { name: "customer", value: "acme" };
  await expect(forgetValue(other.member, foreign)).rejects.toMatchObject({ code: "NOT_FOUND" });
  const developer = await makeMember({ role: "developer", businessId: of.businessId });
  await expect(forgetValue(developer, foreign)).rejects.toMatchObject({ code: "FORBIDDEN" });
  await expect(setMetadataKeys(developer, [])).rejects.toMatchObject({ code: "FORBIDDEN" });
});

test("values beyond the most of a month are counted as other, whatever races, and a forgotten value becomes other", async () => {
  goTo("2025-11-20T03:00:00Z");
  metadataBounds.values = 5;
  const of = await reseller();
  const { member, businessId } = of;
  await setMetadataKeys(member, ["customer"]);
  const long = "dài ".repeat(40);
  await charge(of, [
    { ...by(`${long}1`), amountMilli: "3" },
    { ...by(`${long}2`), amountMilli: "4" },
  ]);
  await Promise.all(
    Array.from({ length: 8 }, (_, round) =>
      charge(of, [
        { ...by(`customer ${round}`), amountMilli: "100" },
        { ...by(`customer ${round % 3}`), amountMilli: "1" },
      ]),
    ),
  );
  const found = await amounts(member, "customer");
  expect(await db.usageMetadataValue.count({ where: { businessId, month: "2025-11" } })).toBe(5);
  expect(Object.keys(found)).toHaveLength(6);
  expect(found[[...long].slice(0, 100).join("")]).toBe(7n);
  expect(sum(found)).toBe(815n);

  const value = Object.keys(found).find((one) => one.startsWith("customer")) ?? "";
  await forgetValue(member, { name: "customer", value });
  const { [value]: forgotten = 0n, other = 0n, ...rest } = found;
  expect(await amounts(member, "customer")).toEqual({ ...rest, other: other + forgotten });
  expect(sum(await amounts(member, "customer"))).toBe(await charged(member));

  // The next month has its own.
  goTo("2025-12-02T03:00:00Z");
  await charge(of, [{ ...by("new"), amountMilli: "9" }]);
  expect(await amounts(member, "customer", "2025-12")).toEqual({ new: 9n });
});
