import { afterEach, expect, test } from "vitest";
import { clock, days } from "@/lib/platform/clock";
import { makeCaller, makeMember } from "@/prisma/factories";
import { makeFinished, makeSpoken } from "@/prisma/speech-factories";
import { describeJob, describeRow } from "./describe";
import { ingest } from "./ingest";
import { getJob, listJobs } from "./list";

afterEach(() => clock.reset());

const record = async (options: Parameters<typeof makeFinished>[1]) => {
  const member = await makeMember();
  const payload = makeFinished(await makeCaller({ businessId: member.businessId }), options);
  await ingest([{ key: payload.trackingId, payload, attempts: 0 }]);
  return { member, trackingId: payload.trackingId };
};

test("the audio has a URL until the moment it expires, and none from then on", async () => {
  const { member, trackingId } = await record({});
  const job = await getJob(member, trackingId);
  expect((await describeJob(job)).audioPath).toMatch(/^\/tts\/audio\?object=.+&expires=\d+&signature=.+$/);

  clock.advance(job.expiresAt.getTime() - clock.now().getTime());
  expect((await describeJob(job)).audioPath).toBeNull();
  clock.advance(days(1));
  expect((await describeJob(job)).audioPath).toBeNull();
});

test("the detail view contains neither the object's name nor the key's ID", async () => {
  const { member, trackingId } = await record({});
  const view = await describeJob(await getJob(member, trackingId));
  expect(view).not.toHaveProperty("audioObject");
  expect(view).not.toHaveProperty("keyId");
});

test("the list shows an excerpt of a long text", async () => {
  const member = await makeMember();
  const caller = await makeCaller({ businessId: member.businessId });
  const payload = await makeSpoken(caller, `Sáng nay\n\n${"trời đẹp 🌤 ".repeat(300)}`);
  await ingest([{ key: payload.trackingId, payload, attempts: 0 }]);
  const [row] = await Promise.all((await listJobs(member)).jobs.map(describeRow));
  expect(row?.excerpt).toMatch(/^Sáng nay trời đẹp 🌤 trời/);
  expect([...(row?.excerpt ?? "")].length).toBeLessThanOrEqual(141);
  expect(row?.excerpt.isWellFormed()).toBe(true);
});

test("voices and models have names, or their ids once they are withdrawn", async () => {
  const known = await record({ voiceId: "south-ngoc" });
  expect(await describeJob(await getJob(known.member, known.trackingId))).toMatchObject({ voiceName: "Ngọc" });

  const gone = await record({ voiceId: "north-old", modelId: "old-model" });
  const view = await describeJob(await getJob(gone.member, gone.trackingId));
  expect(view).toMatchObject({ voiceName: "north-old", modelName: "old-model" });
});
