import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { makeMember } from "@/prisma/factories";
import { makeAttempts, makeEndpoint, makePastDelivery } from "@/prisma/webhook-factories";
import { describeDelivery } from "./describe";
import { findDelivery } from "./find";

async function describeOne(options: Parameters<typeof makeAttempts>[1][number], payload = {}) {
  const member = await makeMember();
  const endpoint = await makeEndpoint(member);
  const delivery = await makePastDelivery(endpoint, { payload });
  await makeAttempts(delivery, [options]);
  const view = describeDelivery(await findDelivery(member, endpoint.id, delivery.id));
  const [attempt] = view.tries;
  if (!attempt) throw new Error("no attempt");
  return { view, attempt, delivery };
}

test("the copied command sends the signed body and headers as they were, and not the partner's own header", async () => {
  const { attempt, delivery, view } = await describeOne(
    {
      url: "https://hooks.example.com/a?b='c'&d=$HOME",
      requestHeaders: { "webhook-id": "evt_1", "webhook-signature": "v1,a=", "X-Hook-Token": "s3cret", host: "x" },
    },
    { name: "Khóa 'chính' $(id) `id` \\" },
  );
  // A shell reads the command, and `curl` prints its arguments.
  const script = `curl() { printf '%s\\0' "$@"; }; WEBHOOK_HEADER=mine; ${attempt.curl}`;
  const sent = execFileSync("sh", ["-c", script], { encoding: "utf8" }).split("\0");
  const body = sent[sent.indexOf("--data-binary") + 1] ?? "";
  expect(JSON.parse(body)).toMatchObject({ id: delivery.eventId, data: { name: "Khóa 'chính' $(id) `id` \\" } });
  expect(sent).toContain("https://hooks.example.com/a?b='c'&d=$HOME");
  expect(sent).toEqual(expect.arrayContaining(["webhook-id: evt_1", "webhook-signature: v1,a=", "X-Hook-Token: mine"]));
  expect(JSON.stringify(view)).not.toContain("s3cret");
  expect(attempt.requestHeaders).toContainEqual({ name: "X-Hook-Token", value: null });
});

test("an attempt's time is shown by what it was spent on, as far as it came", async () => {
  const timings = { dnsMs: 3, connectMs: 21, firstByteMs: 80 };
  const { attempt } = await describeOne({ durationMs: 84, timings });
  expect(attempt.phases).toEqual([
    { phase: "dns", ms: 3 },
    { phase: "connect", ms: 18 },
    { phase: "wait", ms: 59 },
    { phase: "receive", ms: 4 },
  ]);
  const phasesOf = async (reached: object, url = "https://hooks.example.com") =>
    (await describeOne({ durationMs: 90, timings: reached, url, statusCode: null })).attempt.phases.map(
      ({ phase }) => phase,
    );
  expect(await phasesOf({ dnsMs: 3 })).toEqual(["dns", "connect"]);
  expect(await phasesOf({ dnsMs: 3, connectMs: 21 })).toEqual(["dns", "connect", "tls"]);
  expect(await phasesOf({ dnsMs: 3, connectMs: 21 }, "http://127.0.0.1:9")).toEqual(["dns", "connect", "wait"]);
  expect(await phasesOf({ dnsMs: 3, connectMs: 21, tlsMs: 40 })).toEqual(["dns", "connect", "tls", "wait"]);
  const failed = await describeOne({ durationMs: 15_000, timings: {}, statusCode: null, error: "timeout" });
  expect(failed.attempt.phases).toEqual([]);
});

test("a response that is JSON is indented, and any other is shown as it is", async () => {
  expect((await describeOne({ responseBody: '{"a":1}' })).attempt.responseBody).toBe('{\n  "a": 1\n}');
  expect((await describeOne({ responseBody: '{"a":1,"cut' })).attempt.responseBody).toBe('{"a":1,"cut');
  expect((await describeOne({ responseBody: null, responseHeaders: undefined })).attempt.responseBody).toBe("");
});
