import fc from "fast-check";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { encodeWav } from "@/lib/audio/wav";
import { makeKey, makeMember } from "@/prisma/factories";
import { makeTone } from "@/testing/fakes/sound";
import { startApi } from "@/testing/harness/api";
import { attemptsAt, type Description, type Means } from "@/testing/harness/attempts";

let api: Awaited<ReturnType<typeof startApi>>;
let description: Description;
let means: { tts: Means; stt: Means };

beforeAll(async () => {
  api = await startApi();
  description = (await (await fetch(`${api.url}/openapi.json`)).json()) as Description;
  const member = await makeMember({ creditMilli: 1_000_000_000n });
  const key = await makeKey(member);
  const [narrow, poor] = [await makeKey(member, ["stt:execute"]), await makeKey(await makeMember())];
  const keys = [...Array(9).fill(key), narrow, poor, "", "vang_live_x"];
  const sound = await encodeWav({ samples: makeTone(220, 16_000, 0.3), sampleRate: 16_000 });
  const hello = { text: "Xin chào", voiceId: "south-ngoc", modelId: "vang-espeak" };
  const said = await api.post("/tts", key, hello);
  const body = new FormData();
  body.append("file", new Blob([sound]), "a.wav");
  const heard = await api.call("POST", "/stt", { key, body });
  means = {
    tts: { keys, sound, known: await knownOf("tts", said.json.trackingId, said.json.audioUrl) },
    stt: { keys, sound, known: await knownOf("stt", heard.json.trackingId, heard.json.inputAudioUrl) },
  };

  async function knownOf(service: "tts" | "stt", id: unknown, link: unknown) {
    await vi.waitFor(async () => expect((await api.get(`/${service}/jobs?id=${id}`, key)).status).toBe(200));
    // Any other tag of If-Match is answered with 412.
    const fields = { id, trackingId: id, "if-match": "*", ...Object.fromEntries(new URL(String(link)).searchParams) };
    return service === "stt" ? { ...fields, modelId: "vang-demo-stt" } : fields;
  }
});
afterAll(() => api.close());

/** What erases comes last: the others ask for what it takes away. */
const operations = () =>
  Object.entries(description.paths)
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
    )
    .sort((a, b) => Number(a.method === "DELETE") - Number(b.method === "DELETE"));

test("whatever is sent to whichever operation, the answer is declared, is no failure, and tells nothing of us", {
  timeout: 300_000,
}, async () => {
  expect(operations().length).toBeGreaterThan(20);
  for (const operation of operations()) {
    const { path, method } = operation;
    const seen = new Set<number>();
    await fc.assert(
      fc.asyncProperty(
        attemptsAt(operation, description, means[path.includes("stt") ? "stt" : "tts"]),
        async ({ path: target, init }) => {
          const { status, json, bytes } = await api.call(method, target, init);
          seen.add(status);
          expect(status, `${method} ${target}`).toBeLessThan(500);
          if (status < 300) return;
          expect(json.messageVi ?? "").not.toMatch(/invalid|expected|received|must be|has no option/i);
          expect(String(bytes)).not.toMatch(/node_modules|\.ts:|at \w+ \(|SELECT |postgres|prisma/i);
        },
      ),
      { numRuns: Number(process.env.VANG_FUZZ ?? 40) },
    );
    // Where nothing comes through, nothing behind the first check was tried.
    expect([...seen], `${method} ${path}`).toContain(200);
  }
});
