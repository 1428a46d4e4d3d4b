// @module-tag promise
import { Webhook } from "standardwebhooks";
import { expect, test } from "vitest";
import { mintWebhookSecret } from "@/lib/webhooks/endpoints/secrets";
import { promised } from "@/testing/promises";
import { sign } from "./sign";

const secrets = [mintWebhookSecret(), mintWebhookSecret()];
const [current = "", former = ""] = secrets;
const id = "evt_06f9k3m1v7q2h8s4c0t5b1n9ad";
const timestamp = Math.floor(Date.now() / 1000);
const body = JSON.stringify({ type: "tts.completed", data: { trackingId: "tts_1", name: "Tiếng Việt ".repeat(150) } });

const headersOf = (signature: string) => ({
  "webhook-id": id,
  "webhook-timestamp": String(timestamp),
  "webhook-signature": signature,
});

test("the reference library accepts a signature with either secret while both sign", () => {
  const signature = sign(secrets, { id, timestamp, body });
  expect(signature).toMatch(/^v1,\S{44} v1,\S{44}$/);
  for (const secret of [current, former])
    expect(new Webhook(secret).verify(body, headersOf(signature))).toMatchObject({ type: "tts.completed" });
  const another = mintWebhookSecret();
  expect(() => new Webhook(another).verify(body, headersOf(signature))).toThrow();
});

test("the same signature as the reference library's", () => {
  const theirs = new Webhook(current).sign(id, new Date(timestamp * 1000), body);
  expect(sign([current], { id, timestamp, body })).toBe(theirs);
});

test("any changed bit of the id, the timestamp or the body makes the signature fail", () => {
  const webhook = new Webhook(current);
  const signature = sign([current], { id, timestamp, body });
  const flip = (text: string, bit: number) => {
    const bytes = Buffer.from(text);
    bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) ^ (1 << (bit & 7));
    return bytes;
  };
  const matches = (changed: { id?: string; timestamp?: number; body?: string }) =>
    sign([current], { id, timestamp, body, ...changed }) === signature;
  const bits = (text: string) => Array.from({ length: Buffer.byteLength(text) * 8 }, (_, bit) => bit);
  expect(bits(body).length).toBeGreaterThan(16_000);
  // Latin-1 keeps each changed byte as one character, so that no two bodies become the same text.
  const asSent = (bytes: Buffer) => bytes.toString("latin1");
  const passing = bits(body).filter((bit) => matches({ body: asSent(flip(body, bit)) }));
  const ids = bits(id).filter((bit) => matches({ id: asSent(flip(id, bit)) }));
  const times = Array.from({ length: 31 }, (_, bit) => timestamp ^ (1 << bit)).filter((time) =>
    matches({ timestamp: time }),
  );
  expect([...passing, ...ids, ...times]).toHaveLength(promised("W1"));
  const [half] = [Math.floor(body.length / 2)];
  expect(() => webhook.verify(`${body.slice(0, half)} ${body.slice(half)}`, headersOf(signature))).toThrow();
});
