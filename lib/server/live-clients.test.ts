// @module-tag slow
import { afterAll, beforeAll, expect, test } from "vitest";
import { recognizeInPool, warmPool } from "@/lib/engines/pool";
import { audit } from "@/lib/money/wallet/books/differences";
import { db } from "@/lib/platform/db";
import { installClients } from "@/testing/harness/installed-clients";
import { pcmOf, sayNorthern, silence } from "@/testing/harness/live";
import { makePartner } from "@/testing/harness/partner";
import { serveHere } from "@/testing/harness/serve-here";
import { settleCalls } from "@/testing/harness/settle-calls";

let server: Awaited<ReturnType<typeof serveHere>>;
let clients: Awaited<ReturnType<typeof installClients>>;
let sound: string;
beforeAll(async () => {
  server = await serveHere();
  clients = await installClients([
    "@deepgram/sdk@5.13.0",
    "@livekit/agents@1.9.0",
    "@livekit/agents-plugin-deepgram@1.9.0",
  ]);
  await warmPool();
  const hello = await sayNorthern("xin chào các bạn");
  // The recognizer is loaded by its first use.
  await recognizeInPool({ samples: hello, sampleRate: 16_000 }, new AbortController().signal);
  sound = pcmOf(silence(0.4), hello, silence(1)).toString("base64");
}, 600_000);
afterAll(async () => {
  await server.close();
  await clients.remove();
});

/** Runs a program with the URL for WebSockets, the key and the sound, and looks at the job that it leaves. */
async function listenWith(program: string) {
  const { key, businessId } = await makePartner();
  const start = `
    const [base, apiKey, sound] = process.argv.slice(2);
    const pieces = Buffer.from(sound, "base64");
    const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));`;
  const printed = await clients.run(`${start}${program}`, server.url.replace("http", "ws"), key, sound);
  await settleCalls();
  const jobs = await db.job.findMany({ where: { businessId } });
  expect(jobs).toMatchObject([{ status: "completed", service: "stt" }]);
  expect(jobs[0]?.amountMilli).toBeGreaterThan(0n);
  expect(await db.transfer.count({ where: { kind: "charge", debit: { businessId } } })).toBe(1);
  expect(await audit()).toEqual([]);
  return printed;
}

test("Deepgram's own client transcribes live with our URL and key, and gets what it asks for in its order", async () => {
  const printed = await listenWith(`
    import { DeepgramClient } from "@deepgram/sdk";
    const environment = { base: base.replace("ws", "http"), production: base, agent: base };
    const client = new DeepgramClient({ apiKey, environment });
    const connection = await client.listen.v1.connect({
      model: "nova-3", language: "vi", encoding: "linear16", sample_rate: 16000, interim_results: "true",
      vad_events: "true", utterance_end_ms: "1000", smart_format: "true",
    });
    const received = [];
    connection.on("message", (message) => received.push(message));
    connection.on("error", (error) => received.push({ type: "error", message: error.message }));
    const closed = new Promise((resolve) => connection.on("close", resolve));
    connection.connect();
    await connection.waitForOpen();
    connection.sendKeepAlive({ type: "KeepAlive" });
    for (let at = 0; at < pieces.length; at += 3200) {
      connection.sendMedia(pieces.subarray(at, at + 3200));
      await pause(20);
    }
    connection.sendFinalize({ type: "Finalize" });
    await pause(500);
    connection.sendCloseStream({ type: "CloseStream" });
    await Promise.race([closed, pause(10_000)]);
    const finals = received.filter(({ type, is_final }) => type === "Results" && is_final);
    console.log(JSON.stringify({
      text: finals.map(({ channel }) => channel.alternatives[0].transcript).join(" "),
      words: finals.flatMap(({ channel }) => channel.alternatives[0].words).length,
      types: [...new Set(received.map(({ type }) => type))],
    }));
    process.exit(0);`);
  expect(printed.text).toMatch(/^xin chào các bạn/i);
  expect(printed.words).toBe(4);
  expect(printed.types).toEqual(["SpeechStarted", "Results", "UtteranceEnd", "Metadata"]);
}, 60_000);

test("LiveKit's plugin for Deepgram transcribes a stream with our URL and key", async () => {
  const printed = await listenWith(`
    import { initializeLogger, stt as speech } from "@livekit/agents";
    import { STT } from "@livekit/agents-plugin-deepgram";
    import { AudioFrame } from "@livekit/rtc-node";
    initializeLogger({ pretty: false, level: "silent" });
    const stt = new STT({ apiKey, baseUrl: base, model: "nova-3", language: "vi", endpointing: 300 });
    const stream = stt.stream();
    const samples = new Int16Array(pieces.buffer, pieces.byteOffset, pieces.length / 2);
    const reading = (async () => {
      for await (const { type, alternatives } of stream)
        if (type === speech.SpeechEventType.FINAL_TRANSCRIPT) return alternatives[0].text;
    })();
    for (let at = 0; at + 1600 <= samples.length; at += 1600) {
      stream.pushFrame(new AudioFrame(samples.slice(at, at + 1600), 16000, 1, 1600));
      await pause(20);
    }
    stream.flush();
    const text = await Promise.race([reading, pause(15_000)]);
    stream.close();
    await pause(500);
    console.log(JSON.stringify({ text }));
    process.exit(0);`);
  expect(printed.text).toMatch(/^xin chào các bạn/i);
}, 60_000);
