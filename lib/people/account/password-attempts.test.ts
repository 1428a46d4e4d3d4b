// @module-tag promise
// @module-tag slow
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { beforeAll, expect, test } from "vitest";
import { deviceFingerprint } from "@/lib/access/sessions/known-devices";
import { newId } from "@/lib/platform/ids";
import { makeSession, makeUser, makeViewer } from "@/prisma/factories";
import { buildChild } from "@/scripts/bundle.mjs";
import { isDeep } from "@/testing/harness/deep";
import { mailedToken, mailsTo } from "@/testing/harness/mailbox";
import { signIn } from "@/testing/harness/signed-in";
import { requestReset, resetPassword } from "./new-password";
import { hashPassword } from "./password";
import { countPasswordAttempt, countWrongPassword, provePassword } from "./password-attempts";
import { checkPassword } from "./sign-in";

const program = ".build/attempts-child.mjs";
const password = "con mèo trèo cây cau";
const wrong = "sai rồi nhé";

beforeAll(async () => {
  await buildChild("attempts-child");
});

/** How many of these attempts another process lets through. */
async function inAnotherProcess(what: string, by: string, tries: number): Promise<number> {
  const { stdout } = await promisify(execFile)(process.execPath, [program, what, by, String(tries)]);
  return Number(stdout);
}

const outcome = (attempt: Promise<unknown>): Promise<string> =>
  attempt.then(
    () => "let in",
    (error) => error.code as string,
  );
const from = (ip: string | null) => ({ ip, userAgent: null });
const guess = (email: string, ip: string, typed = wrong) =>
  outcome(checkPassword({ email, password: typed }, from(ip)));
const browserOf = (token: string) => (userId: string) => deviceFingerprint(userId, token);
const makeOwner = async () => makeUser({ passwordHash: await hashPassword(password) });

const counted: [what: string, most: number, makeBy: () => Promise<string>][] = [
  ["passwords", 10, async () => (await makeOwner()).email],
  ["passwords", 10, async () => `${newId("user")}@example.com`],
  ["mail asked", 20, async () => newId("user")],
  ["mail told", 5, async () => `${newId("user")}@example.com`],
];

test.each(isDeep ? counted : counted.slice(0, 1))(
  "two processes together let through as many %s as one: %s",
  async (what, most, makeBy) => {
    const by = await makeBy();
    const tries = Math.ceil(most * 0.7);
    const both = await Promise.all([inAnotherProcess(what, by, tries), inAnotherProcess(what, by, tries)]);
    expect(both[0] + both[1]).toBe(most);
  },
);

test("no more passwords are checked from a network, whichever of its addresses they come from, correct or not", async () => {
  const { email } = await makeOwner();
  for (const network of ["203.0.113.", "2001:db8:1:2::", "::ffff:198.51.100."]) {
    for (let count = 1; count <= 10; count += 1) expect(await guess(email, `${network}${count}`)).toBe("NOT_SIGNED_IN");
    expect(await guess(email, `${network}99`, password)).toBe("TOO_MANY_ATTEMPTS");
  }
});

test("another person's guesses lock the owner out nowhere else, and never in a browser the owner uses", async () => {
  const { id, email } = await makeOwner();
  await signIn(id, { token: "the owner's laptop" });
  const known = browserOf("the owner's laptop");
  for (let count = 0; count < 30; count += 1) await guess(email, "203.0.113.7");

  expect(await guess(email, "203.0.113.7", password)).toBe("TOO_MANY_ATTEMPTS");
  expect(await guess(email, "198.51.100.7", password)).toBe("let in");
  expect(await outcome(checkPassword({ email, password }, from("203.0.113.7"), known))).toBe("let in");
});

test("a browser known to one account is unknown to another's, and has ten attempts there", async () => {
  const [owner, thief] = [await makeOwner(), await makeOwner()];
  await signIn(thief.id, { token: "the thief's laptop" });
  await signIn(owner.id, { token: "the owner's laptop" });
  const tryFrom = (ip: string, token: string, email = owner.email) =>
    outcome(checkPassword({ email, password: wrong }, from(ip), browserOf(token)));

  // Ten from one network, so what the attacker's own browser does there counts like any unknown browser's.
  for (const email of [owner.email, "khong-co-ai@example.com"]) {
    for (let count = 0; count < 10; count += 1) await guess(email, "203.0.113.7");
    expect(await tryFrom("203.0.113.7", "the thief's laptop", email)).toBe("TOO_MANY_ATTEMPTS");
  }
  const tries = [];
  for (let count = 0; count < 11; count += 1) tries.push(await tryFrom("203.0.113.7", "the owner's laptop"));
  expect(tries).toEqual([...Array(10).fill("NOT_SIGNED_IN"), "TOO_MANY_ATTEMPTS"]);
});

test("the correct password restores all ten attempts, so its owner never runs out", async () => {
  const { email } = await makeOwner();
  for (let count = 0; count < 25; count += 1) expect(await guess(email, "198.51.100.77", password)).toBe("let in");
  for (let round = 0; round < 3; round += 1) {
    for (let count = 0; count < 9; count += 1) expect(await guess(email, "203.0.113.77")).toBe("NOT_SIGNED_IN");
    expect(await guess(email, "203.0.113.77", password)).toBe("let in");
  }
});

test("of all guesses at an account from unknown browsers, 100 a day are checked, and the owner is warned at 20", async () => {
  const { id, email } = await makeOwner();
  await signIn(id, { token: "the owner's laptop" });
  const tries: string[] = [];
  for (const address of [email, `${newId("user")}@example.com`]) {
    const from = (count: number) => guess(address, `198.19.${count % 20}.1`);
    const outcomes = [];
    for (let count = 0; count < 19; count += 1) outcomes.push(await from(count));
    if (address === email) expect(await mailsTo(email)).toEqual([]);
    for (let count = 19; count < 120; count += 10) {
      outcomes.push(...(await Promise.all(Array.from({ length: 10 }, (_, index) => from(count + index)))));
    }
    tries.push(`${outcomes.filter((one) => one === "NOT_SIGNED_IN").length} of ${outcomes.length}`);
  }
  expect(tries).toEqual(["100 of 129", "100 of 129"]);
  expect((await mailsTo(email)).map(({ subject }) => subject)).toEqual(["Nhiều lần nhập sai mật khẩu tài khoản Vang"]);

  expect(await guess(email, "192.0.2.1", password)).toBe("TOO_MANY_ATTEMPTS");
  const known = browserOf("the owner's laptop");
  expect(await outcome(checkPassword({ email, password }, from("192.0.2.1"), known))).toBe("let in");
  await requestReset(email, newId("request"));
  await resetPassword(await mailedToken(email, "reset"), "trăng lên đỉnh núi");
  expect(await guess(email, "192.0.2.1", "trăng lên đỉnh núi")).toBe("let in");
}, 60_000);

test("guesses from many IPv6 networks of one customer count together: 20 from a /56, 40 from a /48", async () => {
  for (const [most, ip] of [
    [20, (count: number) => `2001:db8:77:${(count % 8).toString(16)}::1`],
    [40, (count: number) => `2001:db8:78:${((count % 8) * 256).toString(16)}::1`],
  ] as const) {
    const email = `${newId("user")}@example.com`;
    const outcomes = [];
    for (let count = 0; count < most + 1; count += 1) {
      outcomes.push(await outcome(countPasswordAttempt({ email, ip: ip(count), knownDevice: null })));
    }
    expect(outcomes).toEqual([...Array(most).fill("let in"), "TOO_MANY_ATTEMPTS"]);
  }
});

test("a network with 300 wrong guesses for any accounts is rejected, except for known browsers", async () => {
  const stray = (count: number) => ({ email: `${count}@example.com`, ip: `192.0.2.${count % 250}`, knownDevice: null });
  for (let count = 0; count < 300; count += 1) await countWrongPassword(stray(count));
  await expect(countPasswordAttempt(stray(998))).resolves.toBe(9);
  // One more counts each three seconds, for as long as this takes.
  for (let count = 0; count < 30; count += 1) await countWrongPassword(stray(count));
  await expect(countPasswordAttempt(stray(999))).rejects.toMatchObject({ code: "TOO_MANY_ATTEMPTS" });
  await expect(countPasswordAttempt({ ...stray(999), knownDevice: "known" })).resolves.toBe(9);
  await expect(countPasswordAttempt({ ...stray(999), ip: "198.18.0.1" })).resolves.toBe(9);
});

test("guesses in a stolen session are stopped, and the owner's own session is not affected", async () => {
  const { id, email } = await makeOwner();
  const viewer = await makeViewer({ userId: id });
  const stolen = { ...viewer, email, sessionId: (await makeSession(id)).id } as typeof viewer;
  const tries = [];
  for (let count = 0; count < 12; count += 1) tries.push(await outcome(provePassword(stolen, wrong)));
  expect(tries).toEqual([...Array(10).fill("NOT_SIGNED_IN"), ...Array(2).fill("TOO_MANY_ATTEMPTS")]);
  expect(await outcome(provePassword(stolen, password))).toBe("TOO_MANY_ATTEMPTS");
  expect(await outcome(provePassword(viewer, password))).toBe("let in");
});
