import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { OfflineRecognizer, OfflineSpeakerDiarization, OfflineTts } from "sherpa-onnx-node";
import { ActivityModel } from "./activity";
import { encodeHotwords, readTokens } from "./hotwords";
import { OnlineModel } from "./online";
import type { Question, Recognized, Reply, Spoken, StreamUtterance, Task, Turn } from "./task";

// The program of an engine process: one model, loaded by the first task, so that a crash affects only this model.
// Uses the asynchronous constructors where there are: the others abort on a corrupt file.
let recognizer: OfflineRecognizer | undefined;
let online: OnlineModel | undefined;
let activity: ActivityModel | undefined;
let voice: OfflineTts | undefined;
let diarizer: OfflineSpeakerDiarization | undefined;
/** The tokens of a recognizer that can listen for terms. */
let known: ReadonlySet<string> = new Set();

process.on("message", async ({ id, task }: Question) => {
  try {
    reply({ id, answer: await run(task) });
  } catch (error) {
    reply({ id, failure: error instanceof Error ? error.message : String(error) });
  }
});
process.on("disconnect", () => process.exit());
// These signals are for the server, which finishes running calls and then disconnects.
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => undefined);

function run(task: Task) {
  if (task.do === "load") return load(task);
  if (task.do === "speak") return speak(task);
  if (task.do === "diarize") return diarize(task);
  return task.do === "transcribe" ? transcribe(task) : follow(task);
}

const reply = (message: Reply) => process.send?.(message);

async function load({ kind, isStreaming, config }: Task & { do: "load" }): Promise<void> {
  const sherpa = createRequire(import.meta.url)("sherpa-onnx-node") as typeof import("sherpa-onnx-node");
  if (isStreaming) online = new OnlineModel(new sherpa.OnlineRecognizer(config));
  else if (kind === "stt") {
    recognizer = await sherpa.OfflineRecognizer.createAsync(config);
    const { tokens } = config.modelConfig as { tokens?: string };
    if (config.decodingMethod === "modified_beam_search" && tokens) known = readTokens(await readFile(tokens, "utf8"));
  } else if (kind === "vad") activity = new ActivityModel(() => new sherpa.Vad(config, 30));
  else if (kind === "diarization") diarizer = new sherpa.OfflineSpeakerDiarization(config);
  else voice = await sherpa.OfflineTts.createAsync(config);
}

async function transcribe({ samples, sampleRate, terms = [] }: Task & { do: "transcribe" }): Promise<Recognized> {
  if (online) return online.transcribe(samples, sampleRate);
  if (!recognizer) throw new Error("No recognizer is loaded.");
  const hotwords = encodeHotwords(terms, known);
  const stream = hotwords ? recognizer.createStream(hotwords) : recognizer.createStream();
  stream.acceptWaveform({ samples, sampleRate });
  const { text, tokens, timestamps } = await recognizer.decodeAsync(stream);
  return { text, tokens, timestamps, ...(hotwords && { isBiased: true }) };
}

/** At once, so that the tasks of a stream are done in their order. */
function follow(task: Task & { stream: number }): StreamUtterance[] | boolean[] | undefined {
  if (activity) return activity.run(task);
  if (!online) throw new Error("No streaming recognizer is loaded.");
  const { stream } = task;
  if (task.do === "push") return online.push(stream, task.samples);
  if (task.do === "flush") return online.flush(stream);
  if (task.do === "openStream") online.open(stream, task);
  else online.close(stream);
}

/** Blocks the process, which does nothing else meanwhile. */
function diarize({ samples, sampleRate, speakers }: Task & { do: "diarize" }): Turn[] {
  if (!diarizer) throw new Error("No diarization is loaded.");
  if (diarizer.sampleRate !== sampleRate) throw new Error(`The model is for ${diarizer.sampleRate} Hz.`);
  const { threshold } = diarizer.config.clustering;
  diarizer.setConfig({ clustering: { numClusters: speakers ?? -1, threshold } });
  return diarizer.process(samples);
}

async function speak({ text, speaker, speed }: Task & { do: "speak" }): Promise<Spoken> {
  if (!voice) throw new Error("No voice is loaded.");
  const generationConfig = { sid: speaker, speed };
  // Samples must be copied: an external buffer cannot be sent over the IPC channel.
  const { samples, sampleRate } = await voice.generateAsync({ text, enableExternalBuffer: false, generationConfig });
  return { samples, sampleRate };
}
