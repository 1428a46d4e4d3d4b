import "server-only";
import type { Device } from "@/lib/account/device";
import { clock } from "@/lib/clock";
import { db } from "@/lib/db";
import { newId } from "@/lib/ids";
import type { AttemptMethod, SignInResult } from "./schema";

export type Attempt = {
  userId: string;
  result: SignInResult;
  method: AttemptMethod;
  device: Device;
  /** The session it began, or in which it was made. */
  sessionId?: string;
};

/** Writes down one attempt to sign in, or to prove oneself again, for the person's own eyes. */
export async function recordSignIn({ device: { ip, userAgent }, ...attempt }: Attempt): Promise<void> {
  await db.signInEntry.create({
    data: { id: newId("signIn"), ...attempt, ip, userAgent, createdAt: clock.now() },
    select: { id: true },
  });
}
