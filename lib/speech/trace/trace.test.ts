import { afterEach, expect, test } from "vitest";
import { changeRole, removeMember } from "@/lib/businesses/members/change";
import { createKey } from "@/lib/keys/service";
import { holdCredit } from "@/lib/money/wallet/holds";
import { clock, days, minutes } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { ingest } from "@/lib/speech/history/ingest";
import { makeKeySettings, makeMember } from "@/prisma/factories";
import { makeFinished, makeSpoken } from "@/prisma/speech-factories";
import { makeAttempts, makeEndpoint, makePastDelivery } from "@/prisma/webhook-factories";
import { getTrace } from "./read";
import { endSharedLink, getSharedTrace, listSharedLinks, shareTrace, sweepSharedTraces } from "./share";
import { type Trace, writeTrace } from "./steps";

afterEach(() => clock.reset());

const secretText = "Lời thoại bí mật";

/** A charged job of a business's key, with a delivered webhook that failed once. */
async function makeTraced() {
  const member = await makeMember({ creditMilli: 1_000_000n });
  const { businessId } = member;
  const { id: keyId } = await createKey(member, makeKeySettings({ name: "Tổng đài", requestsPerMinute: "60" }));
  const requestId = newId("request");
  const job = await makeSpoken({ businessId, keyId }, secretText, { requestId });
  const held = { businessId, keyId, trackingId: job.trackingId, amountMilli: 5100n, priceId: null, units: null };
  await holdCredit(held);
  await ingest([{ key: job.trackingId, payload: job, attempts: 0 }]);
  const endpoint = await makeEndpoint(member, {
    url: "https://hooks.example.com/a/secret-path",
    description: "Kho Huế",
  });
  const next = new Date(+clock.now() + 60_000);
  const delivery = await makePastDelivery(endpoint, {
    objectId: job.trackingId,
    state: "waiting",
    nextAttemptAt: next,
  });
  await makeAttempts(delivery, [{ error: "status", statusCode: 500 }]);
  return { member, keyId, requestId, trackingId: job.trackingId, delivery, endpoint };
}

const kindsOf = ({ steps }: Trace) =>
  steps.map((step) => (step.kind === "money" ? step.movement : step.kind)).toSorted();

test("a trace follows a job from its request through key, hold, engine, result and charge to each webhook attempt", async () => {
  const { member, keyId, requestId, trackingId, delivery, endpoint } = await makeTraced();
  const trace = await getTrace(member, trackingId);
  expect(trace).toMatchObject({ id: trackingId, requestId, service: "tts", status: "completed" });
  expect(kindsOf(trace)).toEqual(
    ["received", "key", "hold", "engine", "result", "charge", "recorded", "event", "attempt", "next"].toSorted(),
  );
  const find = (kind: string) => trace.steps.find((step) => step.kind === kind);
  expect(find("key")).toMatchObject({
    key: { id: keyId, name: "Tổng đài", requestsPerMinute: 60 },
    isPlayground: false,
  });
  expect(trace.steps.find((step) => step.kind === "money" && step.movement === "charge")).toMatchObject({
    amountMilli: 5100n,
  });
  expect(find("attempt")).toMatchObject({
    host: "hooks.example.com",
    path: "/a/secret-path",
    name: "Kho Huế",
    statusCode: 500,
    error: "status",
    number: 1,
    deliveryId: delivery.id,
    endpointId: endpoint.id,
  });
  const times = trace.steps.map(({ at }) => +at);
  expect(times).toEqual(times.toSorted((a, b) => a - b));
});

test("a request ID leads to the trace of its job", async () => {
  const { member, requestId, trackingId } = await makeTraced();
  expect((await getTrace(member, requestId)).id).toBe(trackingId);
});

test("a rejected request has a trace with its rule, for those who may see keys", async () => {
  const member = await makeMember();
  const { businessId } = member;
  const { id: keyId } = await createKey(member, makeKeySettings());
  const requestId = newId("request");
  const detail = { param: "voiceId" };
  const row = { requestId, businessId, keyId, code: "VOICE_UNKNOWN", detail, method: "POST", path: "/tts" };
  await db.refusedRequest.create({ data: { ...row, createdAt: clock.now() } });
  const trace = await getTrace(member, requestId);
  expect(trace).toMatchObject({ id: requestId, status: "rejected", code: "VOICE_UNKNOWN" });
  expect(trace.steps.at(-1)).toMatchObject({ kind: "rejected", field: "voiceId", standsFor: 1 });
  const billing = await makeMember({ businessId, role: "billing" });
  await expect(getTrace(billing, requestId)).rejects.toMatchObject({ code: "NOT_FOUND" });
  await expect(getTrace(await makeMember(), requestId)).rejects.toMatchObject({ code: "NOT_FOUND" });
});

test("a member of another business finds no trace, by trackingId or request ID, and cannot share one", async () => {
  const { requestId, trackingId } = await makeTraced();
  const outsider = await makeMember();
  for (const id of [trackingId, requestId, "", "\0", "key_x"]) {
    await expect(getTrace(outsider, id)).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(shareTrace(outsider, id, false)).rejects.toMatchObject({ code: "NOT_FOUND" });
  }
});

test("a role without keys or webhooks sees a trace without them", async () => {
  const { member, trackingId } = await makeTraced();
  const billing = await makeMember({ businessId: member.businessId, role: "billing" });
  const trace = await getTrace(billing, trackingId);
  expect(kindsOf(trace)).not.toContain("attempt");
  expect(trace.steps.find(({ kind }) => kind === "key")).toMatchObject({ key: null, isPlayground: false });
});

const linkOf = (url: string) => {
  const { pathname, searchParams } = new URL(url);
  return { id: pathname.split("/").pop() ?? "", link: Object.fromEntries(searchParams) };
};

test("a shared link shows the steps without text, audio, key and money, until its seven days are over", async () => {
  const { member, keyId, trackingId } = await makeTraced();
  const { id, link } = linkOf(await shareTrace(member, trackingId, false));
  const shared = await getSharedTrace(id, link);
  const whole = kindsOf(await getTrace(member, trackingId));
  expect(shared && kindsOf(shared.trace)).toEqual(whole.filter((kind) => kind !== "hold" && kind !== "charge"));
  const written = shared ? writeTrace(shared.trace) : "";
  const key = await db.apiKey.findUniqueOrThrow({ where: { id: keyId } });
  expect(written).toContain("hooks.example.com");
  for (const hidden of [
    secretText,
    keyId,
    "Tổng đài",
    "Kho Huế",
    key.hint,
    "secret-path",
    "audioObject",
    "signature",
    "5100",
  ])
    expect(written).not.toContain(hidden);
  clock.advance(days(7) - minutes(1));
  expect(await getSharedTrace(id, link)).not.toBeNull();
  clock.advance(minutes(2));
  expect(await getSharedTrace(id, link)).toBeNull();
  expect(await listSharedLinks(member)).toEqual([]);
  expect(await sweepSharedTraces()).toBe(1);
});

test("a shared link shows what was held and charged only if its sharer chose that", async () => {
  const { member, trackingId } = await makeTraced();
  const { id, link } = linkOf(await shareTrace(member, trackingId, true));
  const shared = await getSharedTrace(id, link);
  expect(shared && kindsOf(shared.trace)).toEqual(kindsOf(await getTrace(member, trackingId)));
  const where = { businessId: member.businessId, action: "trace.shared" };
  expect(await db.auditEvent.findMany({ where })).toMatchObject([{ subject: trackingId, after: { showsPrice: true } }]);
});

test("a shared link opens only the trace that it was made for, and only with its signature", async () => {
  const [one, two] = [await makeTraced(), await makeTraced()];
  const { id, link } = linkOf(await shareTrace(one.member, one.trackingId, false));
  const other = linkOf(await shareTrace(one.member, one.trackingId, false));
  expect(await getSharedTrace(two.trackingId, link)).toBeNull();
  expect(await getSharedTrace(id, { ...link, link: other.link.link })).toBeNull();
  expect(await getSharedTrace(id, { ...link, signature: "" })).toBeNull();
  expect(await getSharedTrace(id, {})).toBeNull();
  expect(await getSharedTrace("../x", link)).toBeNull();
});

test("a shared link shows the code of an error, and not what the response said of the balance", async () => {
  const member = await makeMember();
  const { businessId } = member;
  const { id: keyId } = await createKey(member, makeKeySettings());
  const requestId = newId("request");
  const detail = { available: "48.995", needed: "1.004" };
  const row = { requestId, businessId, keyId, code: "INSUFFICIENT_CREDIT", detail, method: "POST", path: "/tts" };
  await db.refusedRequest.create({ data: { ...row, createdAt: clock.now() } });
  const { id, link } = linkOf(await shareTrace(member, requestId, true));
  const steps = (await getSharedTrace(id, link))?.trace.steps ?? [];
  expect(steps.at(-1)).toMatchObject({ code: "INSUFFICIENT_CREDIT", said: null });
  expect(JSON.stringify(steps)).not.toContain("48.995");
});

const linksOf = async (member: Awaited<ReturnType<typeof makeMember>>, subject?: string) =>
  (await listSharedLinks(member, subject)).map(({ id }) => id);

test("members see the shared links of their business, and a withdrawn one shows nothing and is in the audit log", async () => {
  const { member, trackingId } = await makeTraced();
  const { businessId } = member;
  const viewer = await makeMember({ businessId, role: "viewer" });
  const [kept, ended] = [
    linkOf(await shareTrace(member, trackingId, false)),
    linkOf(await shareTrace(viewer, trackingId, true)),
  ];
  expect((await linksOf(viewer)).toSorted()).toEqual([kept.link.link, ended.link.link].toSorted());
  expect(await linksOf(viewer, trackingId)).toHaveLength(2);
  expect(await linksOf(viewer, newId("tts"))).toEqual([]);
  const listed = await listSharedLinks(viewer);
  expect(listed.find(({ id }) => id === ended.link.link)).toMatchObject({ showsPrice: true, mayEnd: true });
  expect(listed.find(({ id }) => id === kept.link.link)).toMatchObject({ showsPrice: false, mayEnd: false });

  await expect(endSharedLink(viewer, kept.link.link ?? "")).rejects.toMatchObject({ code: "FORBIDDEN" });
  await endSharedLink(member, ended.link.link ?? "");
  await endSharedLink(member, ended.link.link ?? "");
  expect(await getSharedTrace(ended.id, ended.link)).toBeNull();
  expect(await getSharedTrace(kept.id, kept.link)).not.toBeNull();
  expect(await linksOf(viewer)).toEqual([kept.link.link]);
  const where = { businessId, action: "trace.unshared" };
  expect(await db.auditEvent.findMany({ where })).toMatchObject([{ subject: trackingId, actorId: member.userId }]);
});

test("a member of another business sees no shared link of this one, and withdraws none", async () => {
  const { member, trackingId } = await makeTraced();
  const { id, link } = linkOf(await shareTrace(member, trackingId, false));
  const outsider = await makeMember();
  expect(await linksOf(outsider)).toEqual([]);
  expect(await linksOf(outsider, trackingId)).toEqual([]);
  await expect(endSharedLink(outsider, link.link ?? "")).rejects.toMatchObject({ code: "NOT_FOUND" });
  expect(await getSharedTrace(id, link)).not.toBeNull();
});

test("a business has a hundred working links at most, so that all of them can be listed", async () => {
  const { member, trackingId } = await makeTraced();
  const { link } = linkOf(await shareTrace(member, trackingId, false));
  const row = await db.sharedTrace.findUniqueOrThrow({ where: { id: link.link } });
  await db.sharedTrace.createMany({ data: Array.from({ length: 98 }, () => ({ ...row, id: newId("sharedTrace") })) });
  const made = await Promise.allSettled([1, 2, 3].map(() => shareTrace(member, trackingId, false)));
  expect(made.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  await endSharedLink(member, link.link ?? "");
  await shareTrace(member, trackingId, false);
});

test("a shared link shows no more than the role of its maker may see, also after it was shared", async () => {
  const { member, trackingId } = await makeTraced();
  const { businessId } = member;
  const billing = await makeMember({ businessId, role: "billing" });
  const byBilling = linkOf(await shareTrace(billing, trackingId, true));
  const narrow = await getSharedTrace(byBilling.id, byBilling.link);
  expect(narrow && kindsOf(narrow.trace)).toEqual(kindsOf(await getTrace(billing, trackingId)));
  expect(narrow && writeTrace(narrow.trace)).not.toContain("hooks.example.com");

  const developer = await makeMember({ businessId, role: "developer" });
  const { id, link } = linkOf(await shareTrace(developer, trackingId, false));
  const written = async () => writeTrace((await getSharedTrace(id, link))?.trace as Trace);
  expect(await written()).toContain("hooks.example.com");
  await changeRole(member, developer.userId, "billing");
  expect(await written()).not.toContain("hooks.example.com");
});

test("a shared link ends once its maker leaves the business, and while the business is archived", async () => {
  const { member, trackingId } = await makeTraced();
  const { businessId } = member;
  const developer = await makeMember({ businessId, role: "developer" });
  const [mine, theirs] = [
    linkOf(await shareTrace(member, trackingId, false)),
    linkOf(await shareTrace(developer, trackingId, false)),
  ];
  await removeMember(member, developer.userId);
  expect(await getSharedTrace(theirs.id, theirs.link)).toBeNull();
  expect(await linksOf(member)).toEqual([mine.link.link]);
  expect(await getSharedTrace(mine.id, mine.link)).not.toBeNull();
  await db.business.update({ where: { id: businessId }, data: { archivedAt: clock.now() } });
  expect(await getSharedTrace(mine.id, mine.link)).toBeNull();
});

test("an erased job's trace says when its content was deleted", async () => {
  const { member, trackingId } = await makeTraced();
  await db.job.update({ where: { trackingId }, data: { deletedAt: clock.now() } });
  expect(kindsOf(await getTrace(member, trackingId))).toContain("deleted");
});

test("a failed job's trace names its code, and one of the playground no key", async () => {
  const member = await makeMember();
  const failed = { status: "failed", resultCode: "PROVIDER_FAILED", amountMilli: "0" } as const;
  const job = makeFinished({ businessId: member.businessId, keyId: newId("key") }, failed);
  await ingest([{ key: job.trackingId, payload: job, attempts: 0 }]);
  const { steps } = await getTrace(member, job.trackingId);
  expect(steps.find(({ kind }) => kind === "failed")).toMatchObject({ code: "PROVIDER_FAILED" });
  expect(steps.find(({ kind }) => kind === "key")).toMatchObject({ key: null, isPlayground: true });
});
