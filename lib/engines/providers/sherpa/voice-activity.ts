import "server-only";
import { listInstalled, modelsDirectory } from "@/lib/engines/models/installed";
import { log } from "@/lib/platform/log";
import { processWide } from "@/lib/platform/process-wide";
import { StreamEngines } from "./streams";
import { loadTask } from "./task";

/** Whether there is speech in each window of `windowLength` samples at 16 kHz; null once the model has failed. */
export type DetectSpeech = (windows: Float32Array) => Promise<readonly boolean[] | null>;

const engines = processWide("voice activity", () => new Map<string, StreamEngines>());

/** Opens the model for voice activity that is installed, until the signal aborts; null where there is none. */
export async function openVoiceActivity(
  signal: AbortSignal,
  directory = modelsDirectory(),
): Promise<DetectSpeech | null> {
  const all = await listInstalled(directory).catch((error: Error) => {
    log.error({ reason: error.message }, "the installed speech models could not be listed");
    return [];
  });
  const installed = all.find(({ model }) => model.kind === "vad");
  if (!installed || signal.aborted) return null;
  const key = JSON.stringify(installed);
  const own = engines.get(key) ?? new StreamEngines(loadTask(installed), { answerMs: longestMs, streamsEach: 100 });
  engines.set(key, own);
  const ask = own.open({ do: "openActivity" }, signal);
  let hasFailed = false;
  return async (samples) => {
    if (hasFailed) return null;
    return ask<boolean[]>({ do: "detect", samples }).catch((error: Error) => {
      hasFailed = true;
      if (!signal.aborted) log.error({ reason: error.message }, "the model for voice activity failed");
      return null;
    });
  };
}

/** Live transcription goes on without the model when it takes longer. */
const longestMs = 5000;
