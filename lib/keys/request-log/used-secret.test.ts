// @module-tag promise
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Member } from "@/lib/access/principals/member";
import { diagnose } from "@/lib/keys/request-log/diagnostics/diagnose";
import { rotateKey } from "@/lib/keys/rotate";
import { createKey } from "@/lib/keys/service";
import { clock, hours } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { findRejection } from "@/lib/speech/history/by-request";
import { getJob } from "@/lib/speech/history/list";
import { getTrace } from "@/lib/speech/trace/read";
import { makeKeySettings, makeMember } from "@/prisma/factories";
import { makeFinished } from "@/prisma/speech-factories";
import { startApi } from "@/testing/harness/api";
import { recordJobs } from "@/testing/harness/recorded-usage";
import { exportRequests } from "./export";
import { listRejected } from "./list";
import { findOrigin } from "./origin";
import { flushRejectedRequests } from "./record";

let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  api = await startApi();
});
afterAll(async () => {
  clock.reset();
  await api.close();
});

const keyIn = async (member: Member, id: string) =>
  (await getTrace(member, id)).steps.find((step) => step.kind === "key")?.key;

/** What each place says of the secret of a job. */
async function hintsOf(member: Member, trackingId: string) {
  const job = await getJob(member, trackingId);
  const diagnosis = await diagnose(member, trackingId);
  return [
    (await findOrigin(member, { ...job, code: null })).key?.hint,
    (await keyIn(member, trackingId))?.hint,
    diagnosis.kind === "worked" ? diagnosis.key?.hint : diagnosis.kind,
  ];
}

async function hintsOfRejection(member: Member, requestId: string) {
  const rejection = await findRejection(member.businessId, requestId);
  const diagnosis = await diagnose(member, requestId);
  return [
    rejection && (await findOrigin(member, rejection)).key?.hint,
    (await keyIn(member, requestId))?.hint,
    diagnosis.kind === "refused" ? diagnosis.key.hint : diagnosis.kind,
    (await listRejected(member)).find((one) => one.requestId === requestId)?.keyHint,
  ];
}

test("a request names the secret it was sent with, also after its key was rotated and the old secret has ended", async () => {
  const member = await makeMember({ creditMilli: 10_000_000n });
  const scopes = ["tts:execute", "usage:read"] as const;
  const { id, secret: first } = await createKey(member, makeKeySettings({ name: "Tổng đài", scopes: [...scopes] }));
  const speak = async (secret: string) => {
    const body = { text: "Xin chào", voiceId: "north-linh", modelId: "vang-espeak", audioFormat: "wav" };
    return String((await api.post("/tts", secret, body)).json.trackingId);
  };
  const reject = async (secret: string) => {
    const answer = await api.post("/tts", secret, { text: "", voiceId: "north-linh" });
    await flushRejectedRequests();
    return answer.headers.get("x-request-id") ?? "";
  };
  const [jobBefore, rejectedBefore] = [await speak(first), await reject(first)];
  const { secret: second } = await rotateKey(member, id, "24");
  const [jobMeanwhile, jobAfter] = [await speak(first), await speak(second)];
  const [rejectedMeanwhile, rejectedAfter] = [await reject(first), await reject(second)];
  clock.advance(hours(25));
  const rejectedEnded = await reject(first);
  await expect.poll(() => db.job.count({ where: { keyId: id } }), { timeout: 10_000 }).toBe(3);

  const [old, current] = [first.slice(-4), second.slice(-4)];
  for (const job of [jobBefore, jobMeanwhile]) expect(await hintsOf(member, job)).toEqual([old, old, old]);
  expect(await hintsOf(member, jobAfter)).toEqual([current, current, current]);
  for (const one of [rejectedBefore, rejectedMeanwhile, rejectedEnded])
    expect(await hintsOfRejection(member, one)).toEqual([old, old, old, old]);
  expect(await hintsOfRejection(member, rejectedAfter)).toEqual([current, current, current, current]);

  const listed = (await api.get("/history", second)).json.jobs as { trackingId: string; keyHint: string }[];
  const hintIn = (trackingId: string) => listed.find((job) => job.trackingId === trackingId)?.keyHint;
  expect([jobBefore, jobMeanwhile, jobAfter].map(hintIn)).toEqual([old, old, current]);

  let csv = "";
  for await (const piece of exportRequests(member, {}, "en")) csv += piece;
  const lineOf = (text: string) => csv.split("\r\n").find((line) => line.includes(text));
  expect(csv).toContain("API key,Secret ends in");
  expect(lineOf(jobMeanwhile)).toContain(`Tổng đài,${old}`);
  expect(lineOf(jobAfter)).toContain(`Tổng đài,${current}`);
  expect(lineOf(rejectedEnded)).toContain(`Tổng đài,${old}`);

  // Money and usage are those of the key, whichever of its secrets was sent.
  const day = await db.usageDay.aggregate({ where: { keyId: id }, _sum: { successes: true } });
  expect(day._sum.successes).toBe(3);
});

test("of a request that an earlier release recorded, the secret is named only if its key never had another", async () => {
  const member = await makeMember();
  const [rotated, kept] = [await createKey(member, makeKeySettings()), await createKey(member, makeKeySettings())];
  const jobs = [rotated, kept].map(({ id: keyId }) => makeFinished({ businessId: member.businessId, keyId }));
  await recordJobs(jobs);
  await rotateKey(member, rotated.id, "0");
  const hints = await Promise.all(jobs.map(async ({ trackingId }) => (await keyIn(member, trackingId))?.hint));
  expect(hints).toEqual([null, kept.secret.slice(-4)]);
});

test("readers who cannot see keys learn no secret's last characters", async () => {
  const member = await makeMember({ creditMilli: 10_000_000n });
  const billing = await makeMember({ businessId: member.businessId, role: "billing" });
  const { id: keyId } = await createKey(member, makeKeySettings());
  const job = makeFinished({ businessId: member.businessId, keyId }, { keyHint: "zZ9q" });
  await recordJobs([job]);
  expect(await hintsOf(billing, job.trackingId).catch(({ code }) => code)).toBe("FORBIDDEN");
  expect((await findOrigin(billing, { ...(await getJob(billing, job.trackingId)), code: null })).key).toBeNull();
  expect(await keyIn(billing, job.trackingId)).toBeNull();
  let csv = "";
  for await (const piece of exportRequests(billing, {}, "en")) csv += piece;
  expect(csv).not.toContain("zZ9q");
});
