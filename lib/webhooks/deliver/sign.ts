import "server-only";
import { createHmac } from "node:crypto";

export type Signable = {
  id: string;
  /** Seconds since 1970. */
  timestamp: number;
  /** What is sent. */
  body: string | Uint8Array;
};

/** The value of `webhook-signature` by Standard Webhooks 1.0: a signature with each of the secrets. */
export function sign(secrets: readonly string[], { id, timestamp, body }: Signable): string {
  const head = `${id}.${timestamp}.`;
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
    return `v1,${createHmac("sha256", key).update(head).update(body).digest("base64")}`;
  });
  return signatures.join(" ");
}
