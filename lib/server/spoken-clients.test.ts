// @module-tag slow
import { afterAll, beforeAll, expect, test } from "vitest";
import { warmPool } from "@/lib/engines/pool";
import { audit } from "@/lib/money/wallet/books/differences";
import { db } from "@/lib/platform/db";
import { installClients } from "@/testing/harness/installed-clients";
import { makePartner } from "@/testing/harness/partner";
import { serveHere } from "@/testing/harness/serve-here";
import { settleCalls } from "@/testing/harness/settle-calls";

let server: Awaited<ReturnType<typeof serveHere>>;
let clients: Awaited<ReturnType<typeof installClients>>;
beforeAll(async () => {
  server = await serveHere();
  clients = await installClients([
    "@deepgram/sdk@5.13.0",
    "@livekit/agents@1.9.0",
    "@livekit/agents-plugin-deepgram@1.9.0",
    "@livekit/agents-plugin-elevenlabs@1.9.0",
  ]);
  await warmPool();
}, 600_000);
afterAll(async () => {
  await server.close();
  await clients.remove();
});

/** Runs a program with the URL and the key, and looks at the jobs that it leaves. */
async function speakWith(program: string) {
  const { key, businessId } = await makePartner();
  const start = `
    const [base, apiKey] = process.argv.slice(2);
    const socketBase = base.replace("http", "ws");
    const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));`;
  const printed = await clients.run(`${start}${program}`, server.url, key);
  await settleCalls();
  const jobs = await db.job.findMany({ where: { businessId } });
  expect(jobs).toMatchObject([{ status: "completed", service: "tts", resultCode: null }]);
  expect(jobs[0]?.units).toBeGreaterThanOrEqual("Xin chào các bạn. Hôm nay trời đẹp".length - 1);
  expect(await db.transfer.count({ where: { kind: "charge", debit: { businessId } } })).toBe(1);
  expect(await audit()).toEqual([]);
  return printed;
}

test("Deepgram's own client sends a text while it is written, and gets its audio", async () => {
  const printed = await speakWith(`
    import { DeepgramClient } from "@deepgram/sdk";
    const environment = { base, agent: socketBase, production: socketBase };
    const client = new DeepgramClient({ apiKey, environment });
    const connection = await client.speak.v1.connect({
      model: "aura-2-thalia-en", encoding: "linear16", sample_rate: "16000", Authorization: "Token " + apiKey,
    });
    const types = [];
    let bytes = 0;
    const flushed = new Promise((resolve) =>
      connection.on("message", (message) => {
        if (typeof message.type === "string" && message.type) types.push(message.type);
        else bytes += message.byteLength ?? message.size ?? message.length;
        if (message.type === "Flushed") resolve();
      }),
    );
    const closed = new Promise((resolve) => connection.on("close", resolve));
    connection.connect();
    await connection.waitForOpen();
    for (const text of ["Xin chào ", "các bạn. ", "Hôm nay ", "trời đẹp"]) connection.sendText({ type: "Speak", text });
    connection.sendFlush({ type: "Flush" });
    await flushed;
    connection.sendClose({ type: "Close" });
    await closed;
    console.log(JSON.stringify({ types, seconds: bytes / 32000 }));`);
  expect(printed.types).toEqual(["Metadata", "Flushed"]);
  expect(printed.seconds).toBeGreaterThan(1.5);
}, 60_000);

/** LiveKit's plugin speaks a text that comes in words, as in an agent. */
const liveKitProgram = (plugin: string, options: string) => `
    import { initializeLogger } from "@livekit/agents";
    import { TTS } from "@livekit/agents-plugin-${plugin}";
    initializeLogger({ pretty: false, level: "silent" });
    const tts = new TTS({ apiKey, ${options} });
    const stream = tts.stream();
    let seconds = 0;
    const words = [];
    const reading = (async () => {
      for await (const event of stream) {
        if (typeof event === "symbol") continue;
        seconds += event.frame.samplesPerChannel / event.frame.sampleRate;
        for (const { text, startTime } of event.timedTranscripts ?? []) words.push({ text, startTime });
      }
    })();
    for (const text of ["Xin ", "chào ", "các ", "bạn. ", "Hôm ", "nay ", "trời ", "đẹp."]) {
      stream.pushText(text);
      await pause(20);
    }
    stream.flush();
    stream.endInput();
    await Promise.race([reading, pause(15_000)]);
    stream.close();
    await tts.close();
    await pause(300);
    console.log(JSON.stringify({ seconds, words }));
    process.exit(0);`;

test("LiveKit's plugin for ElevenLabs speaks a text that comes in words, with the times of its words", async () => {
  const options = 'baseURL: base + "/v1", voiceId: "north-linh", encoding: "pcm_24000", syncAlignment: true';
  const printed = await speakWith(liveKitProgram("elevenlabs", options));
  expect(printed.seconds).toBeGreaterThan(1.5);
  const text = printed.words.map((word: { text: string }) => word.text.trim()).join(" ");
  expect(text).toMatch(/^Xin chào các bạn\. Hôm nay trời đẹp/);
  const starts = printed.words.map((word: { startTime: number }) => word.startTime);
  expect(starts).toEqual(starts.toSorted((a: number, b: number) => a - b));
}, 90_000);

test("LiveKit's plugin for Deepgram speaks a text that comes in words", async () => {
  const printed = await speakWith(liveKitProgram("deepgram", "baseUrl: base, sampleRate: 24000"));
  expect(printed.seconds).toBeGreaterThan(1.5);
}, 90_000);
