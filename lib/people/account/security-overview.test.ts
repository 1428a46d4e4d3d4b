import { expect, test } from "vitest";
import type { Viewer } from "@/lib/access/principals/viewer";
import { endSession } from "@/lib/access/sessions/service";
import { clock } from "@/lib/platform/clock";
import { newToken } from "@/lib/platform/crypto";
import { db } from "@/lib/platform/db";
import { makeSession, makeViewer } from "@/prisma/factories";
import { describeSecurity } from "./security-overview";

const turnOnApp = ({ userId }: Viewer, confirmedAt: Date | null = clock.now()) =>
  db.totpFactor.create({ data: { userId, encryptedSeed: "sealed", confirmedAt } });

const addPasskey = ({ userId }: Viewer) =>
  db.passkey.create({
    data: { id: newToken(), userId, name: "Laptop", publicKey: new Uint8Array(8), backedUp: false },
  });

const giveCodes = ({ userId }: Viewer, count: number) =>
  db.recoveryCode.createMany({
    data: Array.from({ length: count }, () => ({ userId, fingerprint: newToken() })),
  });

test("a new account is advised to turn on a second step", async () => {
  const viewer = await makeViewer();
  expect(await describeSecurity(viewer)).toMatchObject({
    email: viewer.email,
    isEmailProven: true,
    hasTotp: false,
    passkeys: 0,
    recoveryCodes: 0,
    sessions: 1,
    next: "secondFactor",
  });
});

test("an app that was not confirmed does not count", async () => {
  const viewer = await makeViewer();
  await turnOnApp(viewer, null);
  expect(await describeSecurity(viewer)).toMatchObject({ hasTotp: false, next: "secondFactor" });
});

test("the next step follows what is on: codes, then a passkey, then nothing", async () => {
  const viewer = await makeViewer();
  await turnOnApp(viewer);
  await giveCodes(viewer, 2);
  expect((await describeSecurity(viewer)).next).toBe("recoveryCodes");
  await giveCodes(viewer, 8);
  expect((await describeSecurity(viewer)).next).toBe("passkey");
  await addPasskey(viewer);
  expect(await describeSecurity(viewer)).toMatchObject({ passkeys: 1, recoveryCodes: 10, next: null });
});

test("used codes, ended sessions and everyone else's do not count", async () => {
  const [viewer, outsider] = [await makeViewer(), await makeViewer()];
  await turnOnApp(outsider);
  await addPasskey(outsider);
  await giveCodes(outsider, 10);
  await giveCodes(viewer, 3);
  await db.recoveryCode.updateMany({ where: { userId: viewer.userId }, data: { usedAt: clock.now() } });
  const { id } = await makeSession(viewer.userId);
  await endSession(id);

  expect(await describeSecurity(viewer)).toMatchObject({ hasTotp: false, passkeys: 0, recoveryCodes: 0, sessions: 1 });
});
