import { randomUUID } from "node:crypto";
import { emailKind } from "@/lib/platform/mail/post";
import type { AnyKind } from "@/lib/platform/outbox/kind";
import { claim, deliver } from "@/lib/platform/outbox/worker";

/** Delivers what is due of a kind as a worker does, until nothing is. Returns how many deliveries that took. */
export async function drain(kind: AnyKind): Promise<number> {
  const owner = randomUUID();
  let count = 0;
  while (true) {
    const claimed = await claim(kind, { owner, limit: kind.maxInFlight, after: "" });
    if (claimed.length === 0) return count;
    await Promise.all(claimed.map((message) => deliver(kind, owner, message)));
    count += claimed.length;
  }
}

export const sendMails = (): Promise<number> => drain(emailKind);
