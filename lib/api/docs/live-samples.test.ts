// @module-tag slow
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { type AddressInfo, connect, createServer } from "node:net";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { WebSocket } from "ws";
import { liveSamples } from "@/lib/api/code/live";
import { toInt16 } from "@/lib/engines/audio/bytes";
import { encodeMulaw } from "@/lib/engines/audio/g711";
import { resample } from "@/lib/engines/audio/resample";
import { warmPool } from "@/lib/engines/pool";
import { pcmOf, sayNorthern, silence } from "@/testing/harness/live";
import { makePartner } from "@/testing/harness/partner";
import { serveHere } from "@/testing/harness/serve-here";
import { asteriskSample, twilioSample } from "./live-samples";

let server: Awaited<ReturnType<typeof serveHere>>;
let key: string;
let spoken: Float32Array;
let directory: string;
let child: ChildProcess;
beforeAll(async () => {
  server = await serveHere();
  await warmPool();
  ({ key } = await makePartner());
  spoken = await sayNorthern("xin chào các bạn");
  // In the project, so that a sample finds the library that it names.
  directory = await mkdtemp(resolve(".build/live-samples-"));
}, 120_000);
afterEach(() => child.kill("SIGKILL"));
afterAll(async () => {
  await rm(directory, { recursive: true });
  await server.close();
});

/** Starts a program as it is printed; resolves with what it has printed once that is enough. */
async function run(command: string, file: string, code: string) {
  await writeFile(join(directory, file), code);
  child = spawn(command, [file], { cwd: directory, env: { ...process.env, VANG_API_KEY: key } });
  let printed = "";
  child.stdout?.on("data", (text) => (printed += text));
  child.stderr?.on("data", (text) => (printed += text));
  return { prints: (text: string) => expect.poll(() => printed, { timeout: 20_000 }).toContain(text) };
}

async function freePort(): Promise<number> {
  const listening = createServer().listen(0, "127.0.0.1");
  await once(listening, "listening");
  const { port } = listening.address() as AddressInfo;
  await new Promise((done) => listening.close(done));
  return port;
}

const isListening = (port: number) =>
  new Promise<boolean>((answer) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("connect", () => answer(true));
    socket.once("error", () => answer(false));
    socket.unref();
    setTimeout(() => socket.destroy(), 200).unref();
  });

test.each([
  ["node", process.execPath, "live.mjs", true],
  ["python", "python3", "live.py", spawnSync("python3", ["-c", "import websockets"]).status === 0],
] as const)(
  "the %s program of the console transcribes its standard input",
  async (id, command, file, isHere) => {
    const code = liveSamples(server.url).find((sample) => sample.id === id)?.code ?? "";
    if (!isHere) return;
    const { prints } = await run(command, file, code);
    child.stdin?.end(pcmOf(silence(0.3), spoken, silence(0.8)));
    await prints("xin chào các bạn");
    if (child.exitCode === null) await once(child, "exit");
    expect(child.exitCode).toBe(0);
  },
  40_000,
);

test("the program for Twilio transcribes a call whose messages are those that Twilio documents", async () => {
  const port = await freePort();
  const { prints } = await run(process.execPath, "twilio.mjs", twilioSample(server.url, port).code);
  await expect.poll(() => isListening(port), { timeout: 10_000 }).toBe(true);
  const call = new WebSocket(`ws://127.0.0.1:${port}`);
  await once(call, "open");
  const streamSid = "MZ18ad3ab5a668481ce02b83e7395059f0";
  let sequenceNumber = 0;
  const say = (message: object) =>
    call.send(JSON.stringify({ sequenceNumber: String(++sequenceNumber), streamSid, ...message }));
  call.send(JSON.stringify({ event: "connected", protocol: "Call", version: "1.0.0" }));
  const mediaFormat = { encoding: "audio/x-mulaw", sampleRate: 8000, channels: 1 };
  say({ event: "start", start: { streamSid, callSid: "CA1", tracks: ["inbound"], mediaFormat, customParameters: {} } });
  const sound = encodeMulaw(toInt16(eightKilohertz()));
  for (let at = 0, chunk = 1; at < sound.length; at += 160, chunk++) {
    const payload = Buffer.from(sound.subarray(at, at + 160)).toString("base64");
    say({ event: "media", media: { track: "inbound", chunk: String(chunk), timestamp: String(at / 8), payload } });
    await sleep(5);
  }
  await prints("xin chào các bạn");
  say({ event: "stop", stop: { accountSid: "AC1", callSid: "CA1" } });
  await once(call, "close");
}, 40_000);

test("the program for Asterisk transcribes a call whose frames are those of AudioSocket", async () => {
  const port = await freePort();
  const { prints } = await run(process.execPath, "asterisk.mjs", asteriskSample(server.url, port).code);
  await expect.poll(() => isListening(port), { timeout: 10_000 }).toBe(true);
  const call = connect(port, "127.0.0.1");
  const frame = (kind: number, content: Uint8Array) => {
    const head = Buffer.from([kind, 0, 0]);
    head.writeUInt16BE(content.length, 1);
    call.write(Buffer.concat([head, content]));
  };
  frame(1, Buffer.from("40325ec25efd4bd3805f53576e581d13", "hex"));
  const sound = pcmOf(eightKilohertz());
  for (let at = 0; at < sound.length; at += 320) {
    frame(16, sound.subarray(at, at + 320));
    await sleep(5);
  }
  await prints("xin chào các bạn");
  frame(0, new Uint8Array());
  await once(call, "close");
}, 40_000);

/** The call: what is said, between pauses, as telephones have it. */
function eightKilohertz(): Float32Array {
  const { samples } = resample({ samples: spoken, sampleRate: 16_000 }, 8000);
  const call = new Float32Array(samples.length + 9600);
  call.set(samples, 2400);
  return call;
}
