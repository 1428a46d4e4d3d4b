// @module-tag promise
// @module-tag slow
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import pLimit from "p-limit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { env } from "@/lib/platform/env";
import { makeKey, makeMember } from "@/prisma/factories";
import { listTraversals } from "@/testing/corpora/traversals";
import { isDeep } from "@/testing/harness/deep";
import { exchange } from "@/testing/harness/raw-http";
import { serveHere } from "@/testing/harness/serve-here";

const canary = "a file that nobody may have";

let server: Awaited<ReturnType<typeof serveHere>>;
let key: string;
let link: URL;
let trackingId: string;
let names: string[];

beforeAll(async () => {
  server = await serveHere();
  writeFileSync(join(env.VANG_DATA, "canary.txt"), canary);
  key = await makeKey(await makeMember({ creditMilli: 1_000_000n }));
  const answer = await fetch(`${server.url}/tts`, {
    method: "POST",
    headers: { "x-api-key": key, "content-type": "application/json" },
    body: JSON.stringify({ text: "Xin chào", voiceId: "north-linh", modelId: "vang-espeak", audioFormat: "wav" }),
  });
  const { audioUrl, ...call } = (await answer.json()) as { audioUrl: string; trackingId: string };
  [link, trackingId] = [new URL(audioUrl), call.trackingId];
  names = listTraversals("canary.txt", link.searchParams.get("object") ?? "");
}, 120_000);
afterAll(() => server.close());

/** The response to a request whose target is exactly these bytes, as text. */
async function ask(target: string): Promise<string> {
  const bytes = Buffer.from(target).toString("latin1");
  const head = `GET ${bytes} HTTP/1.1\r\nHost: a\r\nX-Api-Key: ${key}\r\nConnection: close\r\n\r\n`;
  const { answers, rest } = await exchange(server.port, [head]);
  const whole = answers.map(({ headers, body }) => headers + body).join("") + rest;
  if (whole.includes(canary) || whole.includes("root:") || whole.includes("RIFF")) return `${target}: a file`;
  const [first] = answers;
  const isRefusal = answers.length === 1 && first && first.status >= 400 && first.status < 500;
  const leaks = whole.includes(env.VANG_DATA) || whole.includes("ENOENT") || whole.includes("ENAMETOOLONG");
  return isRefusal && !leaks ? "refused" : `${target}: ${first?.status} ${whole.slice(0, 200)}`;
}

const linkTo = (object: string) => {
  const [, expires, signature] = ["object", "expires", "signature"].map((name) => link.searchParams.get(name));
  return `/tts/audio?object=${object}&expires=${expires}&signature=${signature}`;
};

const targets: [string, (name: string) => string][] = [
  ["a link's object, as it is", linkTo],
  ["a link's object, escaped", (name) => linkTo(encodeURIComponent(name))],
  ["a call's trackingId, as it is", (name) => `/ai/tts/${name}`],
  ["a call's trackingId, escaped", (name) => `/ai/tts/${encodeURIComponent(name)}`],
  ["a call's trackingId to look up", (name) => `/tts/jobs?id=${encodeURIComponent(name)}`],
  ["the whole address", (name) => `/${name}`],
  ["what follows the address of audio", (name) => `/tts/audio/${name}`],
];

/** In the deep run each of them at each target; otherwise each at one, and another part of them at each. */
const namesAt = (target: number) => (isDeep ? names : names.filter((_, at) => at % targets.length === target));

async function attack(target: number, toTarget: (name: string) => string): Promise<string[]> {
  const limit = pLimit(16);
  const results = await Promise.all(namesAt(target).map((name) => limit(() => ask(toTarget(name)))));
  return results.filter((each) => each !== "refused");
}

test("the file itself is returned, by its link and by its trackingId", async () => {
  const object = link.searchParams.get("object") ?? "";
  expect(await ask(linkTo(object))).toMatch(/a file$/);
  await expect.poll(() => ask(`/ai/tts/${trackingId}`)).toMatch(/a file$/);
});

test.each(targets)("no spelling of a path returns a file as %s", async (name, toTarget) => {
  expect(names.length).toBeGreaterThanOrEqual(500);
  const target = targets.findIndex(([each]) => each === name);
  expect(namesAt(target).length).toBeGreaterThan(70);
  expect(await attack(target, toTarget)).toEqual([]);
});
