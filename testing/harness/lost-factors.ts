import { issueRecoveryCodes } from "@/lib/people/two-factor/recovery-codes";
import { beginReset, requestReset } from "@/lib/people/two-factor/reset/reset";
import { completeResets, remindOfResets } from "@/lib/people/two-factor/reset/run-waits";
import { clock } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { makeConfirmedApp, makePasskey, makeViewer } from "@/prisma/factories";
import { mailedToken, mailIsSent, mailsTo } from "./mailbox";

/** The device that asks for the reset and confirms it. */
export const phone = { ip: "198.51.100.9", userAgent: "curl/8.5.0" };

/** A person who has lost their app, passkey and recovery codes. */
export async function makeLoser() {
  const email = `${newId("user")}@example.com`;
  const { userId } = await makeConfirmedApp({ email });
  const viewer = await makeViewer({ userId });
  await makePasskey(userId);
  await db.$transaction((tx) => issueRecoveryCodes(tx, userId));
  return { viewer, userId, email };
}

/** Requests a reset for them and returns the token of the emailed link. */
export async function askReset({ userId, email }: { userId: string; email: string }): Promise<string> {
  await requestReset({ userId, device: phone });
  return mailedToken(email, "reset-factors");
}

/** A person who lost all factors and has confirmed the reset. */
export async function makeWaiting() {
  const person = await makeLoser();
  const wait = await beginReset(await askReset(person), phone);
  return { ...person, ...wait };
}

/** Advances the clock and runs the worker. */
export async function pass(ms: number): Promise<void> {
  clock.advance(ms);
  await remindOfResets();
  await mailIsSent();
  await completeResets();
}

/** The same up to a given time. */
export const passUntil = (moment: Date): Promise<void> => pass(+moment - +clock.now());

/** The subjects of all emails to an address, oldest first. */
export const subjectsTo = async (email: string): Promise<string[]> =>
  (await mailsTo(email)).map(({ subject }) => subject).reverse();

/** The results in the person's sign-in log, oldest first. */
export const resultsOf = async (userId: string): Promise<string[]> =>
  (await db.signInEntry.findMany({ where: { userId }, orderBy: { id: "asc" } })).map(({ result }) => result);
