import { afterEach, expect, test } from "vitest";
import { clock, minutes } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { countOpenSessions } from "@/lib/speech/live/open-sessions";
import { makeMember } from "@/prisma/factories";
import { makeStaff } from "@/prisma/staff-factories";
import { makePartner } from "@/testing/harness/partner";
import { listLiveSessions } from "./live-sessions";

afterEach(() => clock.reset());

async function openFor({ businessId }: { businessId: string }, deliveredSeconds: number) {
  const now = clock.now();
  const { id: keyId } = await db.apiKey.findFirstOrThrow({ where: { businessId } });
  const call = { caller: { keyHint: "wxyz", mode: "live" }, modelId: "vang-demo-stt", region: "VN" };
  const expiresAt = new Date(+now + minutes(1));
  const data = { trackingId: newId("stt"), businessId, keyId, call, deliveredSeconds, createdAt: now, expiresAt };
  return (await db.liveSession.create({ data })).trackingId;
}

test("the desk lists open sessions with business, key, model and region, and a business counts its own", async () => {
  const [one, other] = [await makePartner(), await makePartner()];
  const first = await openFor(one, 12);
  clock.advance(1000);
  await openFor(one, 3);
  await openFor(other, 0);

  const { count, sessions } = await listLiveSessions(await makeStaff("support"));
  expect(count).toBe(3);
  expect(sessions[0]).toMatchObject({
    trackingId: first,
    businessId: one.businessId,
    keyHint: "wxyz",
    mode: "live",
    modelId: "vang-demo-stt",
    region: "VN",
    deliveredSeconds: 12,
  });
  expect(await countOpenSessions(one)).toMatchObject({ open: 2 });
  expect(await countOpenSessions(other)).toMatchObject({ open: 1 });
  expect(await countOpenSessions(await makeMember())).toMatchObject({ open: 0 });

  // A dead process renews none.
  clock.advance(minutes(2));
  expect(await listLiveSessions(await makeStaff("support"))).toEqual({ count: 0, sessions: [] });
  expect(await countOpenSessions(one)).toMatchObject({ open: 0 });
});
