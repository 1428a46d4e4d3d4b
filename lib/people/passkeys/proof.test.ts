// @module-tag promise
import { afterEach, expect, test } from "vitest";
import type { Viewer } from "@/lib/access/principals/viewer";
import { clock, minutes } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { makeViewer } from "@/prisma/factories";
import { makeAuthenticator } from "@/testing/fakes/authenticator";
import {
  proveByPasskey,
  secondFactorCeremony,
  signInByPasskey,
  signInCeremony,
  startProof,
  stepUpCeremony,
} from "./proof";
import { finishRegistration, startRegistration } from "./registration";
import { listPasskeys, removePasskey } from "./service";

afterEach(clock.reset);

const where = { device: { ip: "203.0.113.9", userAgent: "Firefox" } };
const refused = { code: "NOT_SIGNED_IN", details: { message: "passkeys.refused" } };

async function withPasskey(habits = {}) {
  const viewer = await makeViewer();
  const device = makeAuthenticator(habits);
  await finishRegistration(viewer, device.create(await startRegistration(viewer)));
  return { viewer, device };
}

const attemptsOf = ({ userId }: Viewer) =>
  db.signInEntry.findMany({ where: { userId }, select: { result: true, method: true }, orderBy: { id: "asc" } });

const ask = (browserId: string) => startProof(signInCeremony(browserId));

test("a passkey signs its owner in without an email, and shows when it was used", async () => {
  const { viewer, device } = await withPasskey();
  const options = await ask("browser");
  expect(options.allowCredentials ?? []).toEqual([]);
  expect(options).toMatchObject({ rpId: "localhost", userVerification: "required" });

  expect(await signInByPasskey("browser", device.get(options), where)).toEqual({ userId: viewer.userId });
  const { passkeys } = await listPasskeys(viewer);
  expect(passkeys).toMatchObject([{ lastUsedAt: expect.any(Date) }]);
});

test.each([
  ["another page's", { origin: "http://localhost:4000" }],
  ["the same machine's under another name", { origin: "http://127.0.0.1:3000" }],
  ["for another site", { rpId: "example.com" }],
  ["of a device that did not verify the person", { isVerified: false }],
  ["that does not say whose it is", { userHandle: undefined }],
  ["in another's name", { userHandle: Buffer.from("usr_someoneelse").toString("base64url") }],
])("a response %s signs no one in, and is logged", async (_, overrides) => {
  const { viewer, device } = await withPasskey();
  const answer = device.get(await ask("browser"), overrides);
  await expect(signInByPasskey("browser", answer, where)).rejects.toMatchObject(refused);
  expect(await attemptsOf(viewer)).toEqual([{ result: "wrong_passkey", method: "passkey" }]);
});

test("a signature by another key signs no one in", async () => {
  const { device } = await withPasskey();
  const options = await ask("browser");
  const forged = { ...makeAuthenticator().get(options), id: device.id, rawId: device.id };
  forged.response.userHandle = device.get(options).response.userHandle;
  await expect(signInByPasskey("browser", forged, where)).rejects.toMatchObject(refused);
});

test("a challenge counts once: of fifty with one valid response, one signs in", async () => {
  const { device } = await withPasskey();
  const answer = device.get(await ask("browser"));
  const outcomes = await Promise.allSettled(
    Array.from({ length: 50 }, () => signInByPasskey("browser", answer, where)),
  );
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
});

test("a challenge expires after five minutes", async () => {
  const { device } = await withPasskey();
  const answer = device.get(await ask("browser"));
  clock.advance(minutes(5));
  await expect(signInByPasskey("browser", answer, where)).rejects.toMatchObject(refused);
});

test("a challenge counts only for the browser and the purpose it was created for", async () => {
  const { viewer, device } = await withPasskey();
  await expect(signInByPasskey("thief", device.get(await ask("browser")), where)).rejects.toMatchObject(refused);

  const stepUp = await startProof(stepUpCeremony(viewer));
  await expect(signInByPasskey(viewer.sessionId, device.get(stepUp), where)).rejects.toMatchObject(refused);
  const signIn = await ask(viewer.sessionId);
  await expect(proveByPasskey(stepUpCeremony(viewer), device.get(signIn), where)).rejects.toMatchObject(refused);
});

test("a challenge that was never issued signs no one in", async () => {
  const { device } = await withPasskey();
  const answer = device.get({ challenge: Buffer.alloc(32, 7).toString("base64url") });
  await expect(signInByPasskey("browser", answer, where)).rejects.toMatchObject(refused);
});

test("another's passkey is not a second factor, and not a step-up", async () => {
  const [{ viewer }, outsider] = [await withPasskey(), await withPasskey()];
  const waiting = secondFactorCeremony({ id: "psi_waiting", userId: viewer.userId });
  const second = outsider.device.get(await startProof(waiting));
  await expect(proveByPasskey(waiting, second, where)).rejects.toMatchObject(refused);
  const again = outsider.device.get(await startProof(stepUpCeremony(viewer)));
  await expect(proveByPasskey(stepUpCeremony(viewer), again, where)).rejects.toMatchObject(refused);
  expect(await attemptsOf(viewer)).toHaveLength(2);
  expect(await attemptsOf(outsider.viewer)).toEqual([]);
});

test("a passkey is a second factor, and a step-up that the log shows", async () => {
  const { viewer, device } = await withPasskey();
  const waiting = secondFactorCeremony({ id: "psi_waiting", userId: viewer.userId });
  const options = await startProof(waiting);
  expect(options.allowCredentials).toMatchObject([{ id: device.id }]);
  await proveByPasskey(waiting, device.get(options), where);
  await proveByPasskey(stepUpCeremony(viewer), device.get(await startProof(stepUpCeremony(viewer))), where);
  expect(await attemptsOf(viewer)).toEqual([{ result: "proved_again", method: "passkey" }]);
});

test("a counter that stays 0 never locks, one that grows goes on, one that goes back is rejected", async () => {
  const synced = await withPasskey();
  const use = async (device: typeof synced.device, counter: number) =>
    signInByPasskey("browser", device.get(await ask("browser"), { counter }), where);
  for (const counter of [0, 0, 0]) await use(synced.device, counter);

  const { device, viewer } = await withPasskey();
  await use(device, 5);
  await use(device, 6);
  for (const counter of [6, 5, 0]) await expect(use(device, counter)).rejects.toMatchObject(refused);
  await use(device, 7);
  expect((await attemptsOf(viewer)).filter(({ result }) => result === "wrong_passkey")).toHaveLength(3);
});

test("someone who must reset their password cannot sign in with a passkey either, and is shown why", async () => {
  const { viewer, device } = await withPasskey();
  await db.user.update({ where: { id: viewer.userId }, data: { mustResetPassword: true } });
  await expect(signInByPasskey("browser", device.get(await ask("browser")), where)).rejects.toMatchObject({
    code: "FORBIDDEN",
    details: { message: "passkeys.mustReset" },
  });
  expect(await attemptsOf(viewer)).toEqual([{ result: "must_reset", method: "passkey" }]);
});

test("someone who never confirmed their email cannot sign in", async () => {
  const { viewer, device } = await withPasskey();
  await db.user.update({ where: { id: viewer.userId }, data: { emailVerifiedAt: null } });
  await expect(signInByPasskey("browser", device.get(await ask("browser")), where)).rejects.toMatchObject({
    details: { message: "passkeys.unverified" },
  });
});

test("a removed passkey, and one of a deleted person, are rejected", async () => {
  const [{ viewer, device }, gone] = [await withPasskey(), await withPasskey()];
  const [before, other] = [await ask("browser"), await ask("browser")];
  await removePasskey(viewer, { id: device.id, endsTwoFactor: "yes" });
  await db.user.delete({ where: { id: gone.viewer.userId } });

  const unknown = { code: "NOT_SIGNED_IN", details: { message: "passkeys.unknownHere" } };
  await expect(signInByPasskey("browser", device.get(before), where)).rejects.toMatchObject(unknown);
  await expect(signInByPasskey("browser", gone.device.get(other), where)).rejects.toMatchObject(unknown);
});

test("a person without passkeys is asked for none", async () => {
  const viewer = await makeViewer();
  await expect(startProof(stepUpCeremony(viewer))).rejects.toMatchObject({ code: "NOT_FOUND" });
});
