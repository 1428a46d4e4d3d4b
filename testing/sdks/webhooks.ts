import { expect } from "vitest";
import { sign } from "@/lib/webhooks/deliver/sign";
import type { Drivers } from "./driver";

const secret = `whsec_${Buffer.from("0123456789abcdef0123456789abcdef").toString("base64")}`;
const other = `whsec_${Buffer.from("another secret of a webhook!").toString("base64")}`;
const nowSeconds = 1_780_000_000;
const id = "evt_1";
const body = JSON.stringify({ id, type: "tts.completed", data: { text: "Xin chào 🎧" } });
const headersOf = (signature: string, timestamp: number | string = nowSeconds) => ({
  "webhook-id": id,
  "webhook-timestamp": String(timestamp),
  "webhook-signature": signature,
});
const signed = (secrets: readonly string[] = [secret], timestamp = nowSeconds, signedBody = body) =>
  headersOf(sign(secrets, { id, timestamp, body: signedBody }), timestamp);

type Case = { body?: string; headers: Record<string, string>; toleranceSeconds?: number };

const good: Record<string, Case> = {
  "one signature": { headers: signed() },
  "several signatures, while a secret is replaced": { headers: signed([other, secret]) },
  "signatures of other versions beside ours": {
    headers: headersOf(`v1a,AAAA ${signed()["webhook-signature"]} v2,BBBB`),
  },
  "header names in another case": {
    headers: Object.fromEntries(Object.entries(signed()).map(([name, value]) => [name.toUpperCase(), value])),
  },
  "as old as allowed": { headers: signed([secret], nowSeconds - 300) },
  "older, with a longer tolerance": { headers: signed([secret], nowSeconds - 500), toleranceSeconds: 600 },
};

const right = signed()["webhook-signature"];

const bad: Record<string, Case> = {
  "another secret": { headers: signed([other]) },
  "a changed body": { headers: signed(), body: body.replace("chào", "chao") },
  "another ID": { headers: { ...signed(), "webhook-id": "evt_2" } },
  "another time": { headers: { ...signed(), "webhook-timestamp": String(nowSeconds - 1) } },
  "too old": { headers: signed([secret], nowSeconds - 301) },
  "too new": { headers: signed([secret], nowSeconds + 301) },
  "no signature": { headers: headersOf("") },
  "a signature without its version": { headers: headersOf(right.slice(3)) },
  "a signature of another version": { headers: headersOf(right.replace("v1,", "v2,")) },
  "a part of the signature": { headers: headersOf(right.slice(0, -6)) },
  "a signature that is no Base64": { headers: headersOf("v1,§§§") },
  "a time that is no number": { headers: { ...signed(), "webhook-timestamp": `${nowSeconds}.0` } },
  "a negative time": { headers: { ...signed(), "webhook-timestamp": "-1" } },
  "a time that no number can be": { headers: { ...signed(), "webhook-timestamp": "9".repeat(400) } },
  "no headers": { headers: {} },
  "a body that is no JSON": { headers: signed([secret], nowSeconds, "{"), body: "{" },
};

/** What every SDK accepts and rejects as a webhook. */
export const webhookBehaviors = {
  async "a webhook is verified and parsed"({ drivers }: { drivers: Drivers }) {
    for (const [name, one] of Object.entries(good)) {
      const args = { body, secret, nowSeconds, ...one };
      expect(await drivers.ok("webhook", {}, args), name).toEqual({ type: "tts.completed", id });
    }
  },
  async "a webhook that is forged, changed, old or broken is rejected"({ drivers }: { drivers: Drivers }) {
    for (const [name, one] of Object.entries(bad)) {
      const error = await drivers.error("webhook", {}, { body, secret, nowSeconds, ...one });
      expect(error.kind, name).toBe("signature");
    }
  },
};
