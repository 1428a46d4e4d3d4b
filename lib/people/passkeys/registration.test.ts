// @module-tag promise
import { afterEach, expect, test } from "vitest";
import { clock, minutes } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { listKeptMails } from "@/lib/platform/mail/dev-mailbox";
import { makeSession, makeViewer } from "@/prisma/factories";
import { makeAuthenticator } from "@/testing/fakes/authenticator";
import { mailIsSent } from "@/testing/harness/mailbox";
import { sweepChallenges } from "./challenge";
import { finishRegistration, startRegistration } from "./registration";
import { listPasskeys } from "./service";

afterEach(clock.reset);

const notAdded = { code: "INVALID_REQUEST", details: { message: "passkeys.notAdded" } };

test("a passkey is requested with a fresh challenge, user verification, and nothing about the person but our id", async () => {
  const viewer = await makeViewer();
  const options = await startRegistration(viewer);

  expect(Buffer.from(options.challenge, "base64url").length).toBeGreaterThanOrEqual(16);
  expect((await startRegistration(viewer)).challenge).not.toBe(options.challenge);
  expect(options).toMatchObject({
    rp: { id: "localhost" },
    attestation: "none",
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
  });
  expect(Buffer.from(options.user.id, "base64url").toString()).toBe(viewer.userId);
});

test("a passkey is stored under the name of its provider, and its owner gets an email", async () => {
  const viewer = await makeViewer();
  const [phone, key] = [makeAuthenticator(), makeAuthenticator()];
  const aaguid = "fbfc3007-154e-4ecc-8c0b-6e020557d7bd";

  await finishRegistration(viewer, phone.create(await startRegistration(viewer), { aaguid, isSynced: true }));
  await finishRegistration(viewer, key.create(await startRegistration(viewer)));

  const { passkeys } = await listPasskeys(viewer);
  expect(passkeys).toMatchObject([
    { id: phone.id, name: "iCloud Keychain", backedUp: true, lastUsedAt: null },
    { id: key.id, name: "Passkey 2", backedUp: false, lastUsedAt: null },
  ]);
  await mailIsSent();
  const mails = (await listKeptMails()).filter(({ to }) => to === viewer.email);
  expect(mails.map(({ text }) => text)).toEqual([
    expect.stringContaining("“Passkey 2”"),
    expect.stringContaining("“iCloud Keychain”"),
  ]);
});

test("the first second factor brings recovery codes, the next one does not replace them", async () => {
  const viewer = await makeViewer();
  const add = async () => finishRegistration(viewer, makeAuthenticator().create(await startRegistration(viewer)));
  expect((await add()).recoveryCodes).toHaveLength(10);
  expect((await add()).recoveryCodes).toBeNull();
});

test.each([
  ["another page's", { origin: "http://localhost:4000" }],
  ["the same machine's under another name", { origin: "http://127.0.0.1:3000" }],
  ["a foreign page's", { origin: "https://vang.example" }],
  ["for another site", { rpId: "example.com" }],
  ["of a device that did not verify the person", { isVerified: false }],
])("a response %s adds nothing, and the challenge is used up", async (_, overrides) => {
  const viewer = await makeViewer();
  const device = makeAuthenticator();
  const options = await startRegistration(viewer);

  await expect(finishRegistration(viewer, device.create(options, overrides))).rejects.toMatchObject(notAdded);
  await expect(finishRegistration(viewer, device.create(options))).rejects.toMatchObject(notAdded);
  expect((await listPasskeys(viewer)).passkeys).toEqual([]);
});

test("a challenge must get its response within five minutes, in the session and by the person it was given to", async () => {
  const viewer = await makeViewer();
  const device = makeAuthenticator();
  const options = await startRegistration(viewer);
  const other = { ...viewer, sessionId: (await makeSession(viewer.userId)).id };

  await expect(finishRegistration(other, device.create(options))).rejects.toMatchObject(notAdded);
  await expect(finishRegistration(await makeViewer(), device.create(options))).rejects.toMatchObject(notAdded);
  clock.advance(minutes(5));
  await expect(finishRegistration(viewer, device.create(options))).rejects.toMatchObject(notAdded);
  expect((await listPasskeys(viewer)).passkeys).toEqual([]);
});

test("of fifty responses to one challenge at once, one adds a passkey", async () => {
  const viewer = await makeViewer();
  const options = await startRegistration(viewer);
  const answers = Array.from({ length: 50 }, () => finishRegistration(viewer, makeAuthenticator().create(options)));
  const outcomes = await Promise.allSettled(answers);
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  expect((await listPasskeys(viewer)).passkeys).toHaveLength(1);
});

test("no one takes over another's passkey by adding the same credential", async () => {
  const [owner, thief] = [await makeViewer(), await makeViewer()];
  const device = makeAuthenticator();
  await finishRegistration(owner, device.create(await startRegistration(owner)));

  await expect(finishRegistration(thief, device.create(await startRegistration(thief)))).rejects.toMatchObject({
    code: "CONFLICT",
    details: { message: "passkeys.known" },
  });
  expect(await db.passkey.findUnique({ where: { id: device.id } })).toMatchObject({ userId: owner.userId });
});

test("a person has ten passkeys at most, also when two are added at once", async () => {
  const viewer = await makeViewer();
  const challenges = [];
  for (let count = 0; count < 11; count++) challenges.push(await startRegistration(viewer));
  const added = await Promise.allSettled(
    challenges.map((options) => finishRegistration(viewer, makeAuthenticator().create(options))),
  );
  expect(added.filter(({ status }) => status === "fulfilled")).toHaveLength(10);
  await expect(startRegistration(viewer)).rejects.toMatchObject({ code: "CONFLICT" });
});

test("a device that has a passkey of this account learns so before it creates another", async () => {
  const viewer = await makeViewer();
  const device = makeAuthenticator();
  await finishRegistration(viewer, device.create(await startRegistration(viewer)));
  expect((await startRegistration(viewer)).excludeCredentials).toMatchObject([{ id: device.id }]);
});

test("expired challenges are deleted", async () => {
  const viewer = await makeViewer();
  await startRegistration(viewer);
  clock.advance(minutes(6));
  const { challenge } = await startRegistration(viewer);
  await sweepChallenges();
  expect(await db.passkeyChallenge.findMany()).toMatchObject([{ challenge }]);
});
