import { clock } from "@/lib/clock";
import { db } from "@/lib/db";
import { newId } from "@/lib/ids";
import { issueRecoveryCodes } from "@/lib/two-factor/recovery-codes";
import { beginReset } from "@/lib/two-factor/reset/begin";
import { completeResets } from "@/lib/two-factor/reset/complete";
import { remindOfResets } from "@/lib/two-factor/reset/remind";
import { requestReset } from "@/lib/two-factor/reset/request";
import { makeConfirmedApp, makePasskey, makeViewer } from "@/prisma/factories";
import { mailedToken, mailIsSent, mailsTo } from "./mailbox";

/** Where the one who asks and presses comes from. */
export const phone = { ip: "198.51.100.9", userAgent: "curl/8.5.0" };

/** Someone with an app, a passkey and recovery codes, who has all of them no more. */
export async function makeLoser() {
  const email = `${newId("user")}@example.com`;
  const { userId } = await makeConfirmedApp({ email });
  const viewer = await makeViewer({ userId });
  await makePasskey(userId);
  await db.$transaction((tx) => issueRecoveryCodes(tx, userId));
  return { viewer, userId, email };
}

/** Asks as them, and gives the token of the link they got. */
export async function askReset({ userId, email }: { userId: string; email: string }): Promise<string> {
  await requestReset({ userId, device: phone });
  return mailedToken(email, "reset-factors");
}

/** Someone who lost everything and pressed the button. */
export async function makeWaiting() {
  const person = await makeLoser();
  const wait = await beginReset(await askReset(person), phone);
  return { ...person, ...wait };
}

/** Lets time pass, and the worker have its turn. */
export async function pass(ms: number): Promise<void> {
  clock.advance(ms);
  await remindOfResets();
  await mailIsSent();
  await completeResets();
}

/** The same up to a moment. */
export const passUntil = (moment: Date): Promise<void> => pass(+moment - +clock.now());

/** The subjects of all mail to an address, in the order in which it came. */
export const subjectsTo = async (email: string): Promise<string[]> =>
  (await mailsTo(email)).map(({ subject }) => subject).reverse();

/** What the person's own log says, in order. */
export const resultsOf = async (userId: string): Promise<string[]> =>
  (await db.signInEntry.findMany({ where: { userId }, orderBy: { id: "asc" } })).map(({ result }) => result);
