// @module-tag slow
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { joinSamples } from "@/lib/engines/audio/bytes";
import type { LiveEvent, SpeechProvider } from "@/lib/engines/provider";
import { layRecognizer, layStreaming } from "@/testing/fakes/tiny-installed";
import { openLive } from "./live";
import { openSherpa } from "./provider";
import { smokeTest } from "./smoke";
import { StreamEngines } from "./streams";
import { loadTask } from "./task";

const closing: (() => unknown)[] = [];
const homes: string[] = [];
afterAll(async () => {
  for (const close of closing) await close();
  for (const home of homes) rmSync(home, { recursive: true });
});

// A model of a few kilobytes, which the real engine loads and runs.
function lay(...changed: Parameters<typeof layStreaming>) {
  const installed = layStreaming(...changed);
  homes.push(installed.home);
  return installed;
}

type Settings = ConstructorParameters<typeof StreamEngines>[1];
type Open = NonNullable<SpeechProvider["openLive"]>;

function start(settings?: Settings, installed = lay()) {
  const engines = new StreamEngines(loadTask(installed), settings);
  closing.push(() => engines.close());
  const open: Open = (options, take) => openLive(installed, engines, options, take);
  return { open, close: () => engines.close() };
}

function listen(engines: { open: Open } = start(), { silenceMs = 500, wantsPartials = true } = {}) {
  const ended = new AbortController();
  closing.unshift(() => ended.abort());
  const events: LiveEvent[] = [];
  const options = {
    request: { modelId: "tiny-streaming", config: {} },
    silenceMs,
    wantsPartials,
    signal: ended.signal,
  };
  const recognizer = engines.open(options, (event) => events.push(event));
  const say = async (...sounds: Float32Array[]) => {
    const sound = joinSamples(sounds);
    for (let at = 0; at < sound.length; at += 1600) await recognizer.push(sound.subarray(at, at + 1600));
  };
  const finals = () => events.flatMap((event) => (event.type === "final" ? [event] : []));
  return { events, finals, say, recognizer, end: () => ended.abort() };
}

const silence = (seconds: number) => new Float32Array(seconds * 16_000);

/** 56 ms are two frames of the model, hence two words. */
const noise = (seconds = 0.056) =>
  Float32Array.from({ length: seconds * 16_000 }, (_, at) => ((at * 7919) % 1000) / 1500 - 0.33);

test("utterances end after the pause of their session, with times from the start of all sound", async () => {
  const { events, finals, say } = listen();
  await say(silence(2), noise(), silence(3), noise(), silence(2));
  expect(events.map(({ type }) => type)).toEqual([
    ...["speechStarted", "partial", "final"],
    ...["speechStarted", "partial", "final"],
  ]);
  expect(finals().map(({ transcription, isEnd }) => [transcription.text, isEnd])).toEqual([
    ["xin chào", true],
    ["xin chào", true],
  ]);
  const words = finals().flatMap(({ transcription }) => transcription.segments.flatMap(({ words }) => words ?? []));
  expect(words.map(({ word }) => word)).toEqual(["xin", "chào", "xin", "chào"]);
  for (const [index, at] of [2, 2.04, 5.06, 5.1].entries())
    expect(Math.abs((words[index]?.start ?? 0) - at)).toBeLessThan(0.06);
  const [first] = finals();
  expect((first?.end ?? 0) - (words[1]?.start ?? 0)).toBeGreaterThanOrEqual(0.5);
  expect((first?.end ?? 0) - (words[1]?.start ?? 0)).toBeLessThan(0.9);
});

test("streams of one process have pauses of their own", async () => {
  const engines = start();
  const [hasty, patient] = [listen(engines, { silenceMs: 300 }), listen(engines, { silenceMs: 2000 })];
  const sound = [silence(1), noise(), silence(1.2), noise(), silence(3)];
  await Promise.all([hasty.say(...sound), patient.say(...sound)]);
  expect(hasty.finals().map(({ transcription }) => transcription.text)).toEqual(["xin chào", "xin chào"]);
  expect(patient.finals().map(({ transcription }) => transcription.text)).toEqual(["xin chào xin chào"]);
});

test("without partials only the start and the final come, and silence gives nothing", async () => {
  const { events, say, recognizer } = listen(undefined, { wantsPartials: false });
  await say(silence(4));
  await recognizer.flush();
  expect(events).toEqual([]);
  await say(noise(1), silence(2));
  expect(events.map(({ type }) => type)).toEqual(["speechStarted", "final"]);
});

test("a flush ends the utterance with its last sound, and what comes next has its time from the start", async () => {
  const { finals, say, recognizer } = listen();
  await say(silence(1), noise());
  await recognizer.flush();
  expect(finals().map(({ transcription }) => transcription.text)).toEqual(["xin chào"]);
  await say(silence(1), noise());
  await recognizer.flush();
  const [first, second] = finals();
  expect(first?.end).toBeLessThanOrEqual(1.06);
  expect(second?.start).toBeCloseTo(2.06, 1);
  expect(second?.transcription.text).toBe("xin chào");
  await recognizer.flush();
  expect(finals()).toHaveLength(2);
});

test("speech without a pause is divided, and its pause ends it once", async () => {
  const { events, finals, say } = listen();
  await say(noise(30), silence(2));
  expect(finals().map(({ isEnd }) => isEnd)).toEqual([false, true]);
  const words = finals().flatMap(({ transcription }) => transcription.text.split(" "));
  expect(words.length).toBeGreaterThan(700);
  expect(events.filter(({ type }) => type === "speechStarted")).toHaveLength(1);
});

test("a streaming model transcribes recordings, passes its trial, and is one that streams", async () => {
  const installed = lay();
  const provider = openSherpa(installed);
  closing.push(() => provider.close?.());
  const samples = joinSamples([silence(1), noise(), silence(2), noise()]);
  const signal = AbortSignal.timeout(30_000);
  const request = { audio: { samples, sampleRate: 16_000 }, modelId: "tiny-streaming", config: {}, keyterms: ["Xin"] };
  const recognized = await provider.transcribe?.(request, signal);
  expect(recognized?.text).toBe("xin chào xin chào");
  expect(recognized?.segments.at(-1)?.start).toBeCloseTo(3.06, 1);
  await expect(smokeTest(installed.model, installed.home)).resolves.toBeUndefined();
  const { finals, say, recognizer } = listen({ open: provider.openLive as Open });
  await say(silence(1), noise());
  await recognizer.flush();
  expect(finals()[0]?.transcription.text).toBe("xin chào");
  const offline = layRecognizer();
  homes.push(offline.home);
  expect(openSherpa(offline).openLive).toBeUndefined();
});

test("many streams of one process each get their own words", async () => {
  const engines = start();
  const sessions = await Promise.all(
    Array.from({ length: 12 }, async (_, index) => {
      const session = listen(engines);
      for (let spoken = 0; spoken < index % 3; spoken++) await session.say(noise(), silence(1));
      await session.recognizer.flush();
      return session.finals().length;
    }),
  );
  expect(sessions).toEqual(sessions.map((_, index) => index % 3));
});

test("a damaged model fails its sessions as broken", async () => {
  const { say } = listen(start({}, lay({ "encoder.onnx": Buffer.from("not a model") })));
  await expect(say(noise())).rejects.toMatchObject({ name: "ProviderError", kind: "broken" });
});

// Real models neither hang nor crash on demand: the number of samples of a piece says what happens.
const obedient = `
const open = new Set();
process.on("message", ({ id, task }) => {
  if (task.do === "openStream") open.add(task.stream);
  if (task.do === "closeStream") open.delete(task.stream);
  if (task.samples?.length === 13) process.abort();
  if (task.samples?.length === 7) return;
  const utterance = { text: " " + process.pid + " " + open.size, tokens: [], timestamps: [], end: 1, ended: "pause" };
  process.send({ id, answer: task.do === "push" ? [utterance] : [] });
});
process.on("disconnect", () => process.exit());
`;

function startObedient(settings: Settings = {}) {
  const installed = lay();
  const program = join(installed.home, "obedient.mjs");
  writeFileSync(program, obedient);
  return start({ program, ...settings }, installed);
}

async function ask(session: ReturnType<typeof listen>, length = 1): Promise<{ pid: number; open: number }> {
  await session.recognizer.push(new Float32Array(length));
  const [pid, open] = (session.finals().at(-1)?.transcription.text ?? "").split(" ").map(Number);
  return { pid: pid ?? 0, open: open ?? 0 };
}

const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

test("a process that dies fails all its sessions as broken, and the next session gets a new one", async () => {
  const engines = startObedient();
  const [one, other] = [listen(engines), listen(engines)];
  const { pid } = await ask(one);
  expect((await ask(other)).pid).toBe(pid);
  await expect(ask(one, 13)).rejects.toMatchObject({ kind: "broken" });
  await expect(ask(other)).rejects.toMatchObject({ kind: "broken" });
  await expect(ask(one)).rejects.toMatchObject({ kind: "broken" });
  expect((await ask(listen(engines))).pid).not.toBe(pid);
});

test("a process that hangs fails its session, gets no other, and ends with its last one", async () => {
  const engines = startObedient({ answerMs: 300 });
  const [hung, fine] = [listen(engines), listen(engines)];
  const { pid } = await ask(fine);
  await expect(ask(hung, 7)).rejects.toMatchObject({ kind: "timeout" });
  expect((await ask(listen(engines))).pid).not.toBe(pid);
  expect((await ask(fine)).pid).toBe(pid);
  hung.end();
  fine.end();
  await expect.poll(() => isAlive(pid)).toBe(false);
});

test("sessions share a process up to a number, an ended one leaves it, and an idle process ends", async () => {
  const engines = startObedient({ processes: 2, streamsEach: 2, idleMs: 100 });
  const sessions = Array.from({ length: 5 }, () => listen(engines));
  const pids = await Promise.all(sessions.map(async (session) => (await ask(session)).pid));
  expect(new Set(pids).size).toBe(2);
  expect(await ask(sessions[0] as never)).toMatchObject({ pid: pids[0], open: 3 });
  sessions[1]?.end();
  expect((await ask(sessions[0] as never)).open).toBe(2);
  for (const session of sessions) session.end();
  await expect.poll(() => pids.some(isAlive)).toBe(false);
});

test("a closed engine ends its process only when its last session ends", async () => {
  const engines = startObedient();
  const session = listen(engines);
  const { pid } = await ask(session);
  engines.close();
  expect((await ask(session)).pid).toBe(pid);
  session.end();
  await expect.poll(() => isAlive(pid)).toBe(false);
});
