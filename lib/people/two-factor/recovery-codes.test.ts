// @module-tag promise
import { afterEach, expect, test } from "vitest";
import { clock } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { listKeptMails } from "@/lib/platform/mail/dev-mailbox";
import { makeViewer } from "@/prisma/factories";
import { mailIsSent } from "@/testing/harness/mailbox";
import {
  countRecoveryCodes,
  issueFirstRecoveryCodes,
  issueRecoveryCodes,
  renewRecoveryCodes,
  takeRecoveryCode,
} from "./recovery-codes";

afterEach(clock.reset);

async function owner() {
  const viewer = await makeViewer();
  const codes = await db.$transaction((tx) => issueRecoveryCodes(tx, viewer.userId));
  return { viewer, codes, first: codes[0] ?? "" };
}

test("ten codes of 80 bits, all different, none of them in the database", async () => {
  const { viewer, codes } = await owner();
  expect(new Set(codes).size).toBe(10);
  for (const code of codes) expect(code).toMatch(/^[A-Z2-7]{4}(-[A-Z2-7]{4}){3}$/);

  const stored = JSON.stringify(await db.recoveryCode.findMany({ where: { userId: viewer.userId } }));
  for (const code of codes) {
    expect(stored).not.toContain(code);
    expect(stored).not.toContain(code.replaceAll("-", ""));
  }
});

test("a code works once", async () => {
  const { viewer, first } = await owner();
  await takeRecoveryCode(viewer, first, { acceptsNew: true });
  await expect(takeRecoveryCode(viewer, first, { acceptsNew: true })).rejects.toMatchObject({
    code: "FORBIDDEN",
    details: { param: "code" },
  });
  expect(await countRecoveryCodes(viewer.userId)).toBe(9);
});

test("of fifty who send one code at once, one succeeds", async () => {
  const { viewer, first } = await owner();
  const answers = await Promise.allSettled(
    Array.from({ length: 50 }, () => takeRecoveryCode(viewer, first, { acceptsNew: true })),
  );
  expect(answers.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
});

test.each([
  ["lower case", (code: string) => code.toLowerCase()],
  ["without dashes", (code: string) => code.replaceAll("-", "")],
  ["with spaces around and between", (code: string) => ` ${code.replaceAll("-", "  ")}\n`],
  ["with long dashes", (code: string) => code.replaceAll("-", "–")],
  [
    "in wide letters",
    (code: string) => code.replace(/[A-Z2-7]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0)),
  ],
  [
    "with digits for look-alike letters",
    (code: string) => code.replaceAll("O", "0").replaceAll("I", "1").replaceAll("B", "8"),
  ],
])("a code is read as people write it: %s", async (_, write) => {
  const { viewer, first } = await owner();
  await expect(takeRecoveryCode(viewer, write(first), { acceptsNew: true })).resolves.toEqual({ isNew: true });
});

test.each([
  "",
  "ABCD",
  "ABCD-EFGH-2345-WXY9",
  "A".repeat(17),
  `${"A".repeat(15)}\0`,
  "😀".repeat(16),
  "\ud800".repeat(16),
])("%j is not a code", async (typed) => {
  const { viewer } = await owner();
  await expect(takeRecoveryCode(viewer, typed, { acceptsNew: true })).rejects.toMatchObject({
    code: "INVALID_REQUEST",
  });
});

test("another person's code is rejected, and stays valid for its owner", async () => {
  const [minh, lan] = [await owner(), await owner()];
  await expect(takeRecoveryCode(minh.viewer, lan.first, { acceptsNew: true })).rejects.toMatchObject({
    code: "FORBIDDEN",
  });
  await expect(takeRecoveryCode(lan.viewer, lan.first, { acceptsNew: true })).resolves.toEqual({ isNew: true });
});

test("a new set ends the old one, also when two are created at once", async () => {
  const { viewer, first } = await owner();
  const protectedViewer = { ...viewer, hasSecondFactor: true };
  const [left, right] = await Promise.all([renewRecoveryCodes(protectedViewer), renewRecoveryCodes(protectedViewer)]);

  await expect(takeRecoveryCode(viewer, first, { acceptsNew: true })).rejects.toMatchObject({ code: "FORBIDDEN" });
  expect(await countRecoveryCodes(viewer.userId)).toBe(10);
  const opens = await Promise.allSettled(
    [left[0], right[0]].map((code) => takeRecoveryCode(viewer, code ?? "", { acceptsNew: true })),
  );
  expect(opens.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
});

test("no one without a second factor gets codes", async () => {
  await expect(renewRecoveryCodes(await makeViewer())).rejects.toMatchObject({ code: "CONFLICT" });
});

test("a second factor of the other kind does not replace the codes", async () => {
  const { viewer, first } = await owner();
  expect(await db.$transaction((tx) => issueFirstRecoveryCodes(tx, viewer.userId))).toBeNull();
  await expect(takeRecoveryCode(viewer, first, { acceptsNew: true })).resolves.toEqual({ isNew: true });
});

test("the owner is notified of each use, and how many are left", async () => {
  const { viewer, codes } = await owner();
  for (const code of codes) await takeRecoveryCode(viewer, code, { acceptsNew: true });
  await mailIsSent();
  const mails = (await listKeptMails()).filter(({ to }) => to === viewer.email);
  expect(mails).toHaveLength(10);
  expect(mails.at(-1)?.text).toContain("Bạn còn 9 mã khôi phục");
  expect(mails.at(0)?.text).toContain("Bạn còn 0 mã khôi phục");
});

test("a wrong code is written to the sign-in log", async () => {
  const { viewer } = await owner();
  await expect(takeRecoveryCode(viewer, "ABCD-EFGH-2345-WXYZ", { acceptsNew: true })).rejects.toMatchObject({
    code: "FORBIDDEN",
  });
  const entries = await db.signInEntry.findMany({ where: { userId: viewer.userId } });
  expect(entries).toMatchObject([{ result: "wrong_code", method: "recovery_code", ip: viewer.device.ip }]);
});
