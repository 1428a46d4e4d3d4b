import "server-only";
import type { Device } from "@/lib/access/principals/device";
import { clock } from "@/lib/platform/clock";
import { type Sql, sql, type Transaction } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import type { AttemptMethod, SignInResult } from "./schema";

export type Attempt = {
  userId: string;
  result: SignInResult;
  method: AttemptMethod;
  device: Device;
  /** The session that it started, or in which it was made. */
  sessionId?: string;
};

const insertEntry = `
  INSERT INTO sign_in_entries (id, user_id, result, method, ip, user_agent, session_id, created_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`;

/** Records one attempt to sign in, or to prove one's identity again, for the person's own log. */
export async function recordSignIn(attempt: Attempt, run: Sql = sql): Promise<void> {
  const { userId, result, method, device, sessionId } = attempt;
  const { ip, userAgent } = device;
  const row = [newId("signIn"), userId, result, method, ip, userAgent, sessionId, clock.now()];
  await run("record-sign-in", insertEntry, row);
}

/** Records an attempt in the transaction of the change that it records. */
export async function recordWithin(tx: Transaction, { device: { ip, userAgent }, ...attempt }: Attempt): Promise<void> {
  const data = { id: newId("signIn"), ...attempt, ip, userAgent, createdAt: clock.now() };
  await tx.signInEntry.create({ data, select: { id: true } });
}
