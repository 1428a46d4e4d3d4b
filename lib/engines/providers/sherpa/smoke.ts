import "server-only";
import { InstallError } from "@/lib/engines/models/download";
import type { SpeechModel } from "@/lib/engines/models/manifest";
import { Engines } from "./engines";
import { isEngineThere } from "./provider";
import { loadTask, type Recognized, type Spoken, type Turn, windowLength } from "./task";

const longestMs = 180_000;

/** Tries a model in a separate process, which a corrupt one may crash. Throws InstallError with its last output. */
export async function smokeTest(model: SpeechModel, home: string): Promise<void> {
  const engines = new Engines(loadTask({ model, home }), 1);
  try {
    const signal = AbortSignal.timeout(longestMs);
    const works = await trials[model.kind](engines, signal);
    if (!works) throw new Error("it loads, but answers nothing");
  } catch (error) {
    const { message, cause } = error as Error;
    const lastWords = typeof cause === "string" ? `\n${cause}` : "";
    const problem = isEngineThere() ? "run" : "engine";
    throw new InstallError(problem, `${model.id} is here whole but does not run: ${message}.${lastWords}`, {
      cause: error,
    });
  } finally {
    engines.close();
  }
}

async function transcribes(engines: Engines, signal: AbortSignal): Promise<boolean> {
  const { text } = await engines.run<Recognized>({ do: "transcribe", ...hum() }, signal);
  return typeof text === "string";
}

async function diarizes(engines: Engines, signal: AbortSignal): Promise<boolean> {
  return Array.isArray(await engines.run<Turn[]>({ do: "diarize", ...hum() }, signal));
}

/** A second of faint noise. */
const hum = () => ({
  samples: Float32Array.from({ length: 16_000 }, () => (Math.random() - 0.5) / 1000),
  sampleRate: 16_000,
});

async function speaks(engines: Engines, signal: AbortSignal): Promise<boolean> {
  const { samples, sampleRate } = await engines.run<Spoken>(
    { do: "speak", text: "Xin chào", speaker: 0, speed: 1 },
    signal,
  );
  return samples.length > sampleRate / 20;
}

async function detects(engines: Engines, signal: AbortSignal): Promise<boolean> {
  await engines.run({ do: "openActivity", stream: 1 }, signal);
  const { samples } = hum();
  const found = await engines.run<boolean[]>({ do: "detect", stream: 1, samples }, signal);
  return found.length === Math.floor(samples.length / windowLength);
}

const trials: Record<SpeechModel["kind"], typeof speaks> = {
  stt: transcribes,
  tts: speaks,
  diarization: diarizes,
  vad: detects,
};
