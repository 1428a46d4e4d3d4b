import "server-only";
import type { SpeechModel } from "@/lib/engines/models/manifest";
import { OperatorError } from "@/lib/platform/errors";
import { Engines } from "./engines";
import { loadTask, type Recognized, type Spoken } from "./task";

const longestMs = 180_000;

/** Tries a model in a separate process, which a corrupt one may crash. Throws OperatorError with its last output. */
export async function smokeTest(model: SpeechModel, home: string): Promise<void> {
  const engines = new Engines(loadTask({ model, home }), 1);
  try {
    const signal = AbortSignal.timeout(longestMs);
    const works = model.kind === "stt" ? await transcribes(engines, signal) : await speaks(engines, signal);
    if (!works) throw new Error("it loads, but answers nothing");
  } catch (error) {
    const { message, cause } = error as Error;
    const lastWords = typeof cause === "string" ? `\n${cause}` : "";
    throw new OperatorError(`${model.id} is here whole but does not run: ${message}.${lastWords}`, { cause: error });
  } finally {
    engines.close();
  }
}

async function transcribes(engines: Engines, signal: AbortSignal): Promise<boolean> {
  const samples = Float32Array.from({ length: 16_000 }, () => (Math.random() - 0.5) / 1000);
  const { text } = await engines.run<Recognized>({ do: "transcribe", samples, sampleRate: 16_000 }, signal);
  return typeof text === "string";
}

async function speaks(engines: Engines, signal: AbortSignal): Promise<boolean> {
  const { samples, sampleRate } = await engines.run<Spoken>(
    { do: "speak", text: "Xin chào", speaker: 0, speed: 1 },
    signal,
  );
  return samples.length > sampleRate / 20;
}
