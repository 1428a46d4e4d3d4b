import "server-only";
import { enginesReady } from "@/lib/engines/catalogue";
import { asAppError } from "@/lib/engines/provider-error";
import { speakWithEngine } from "@/lib/engines/speak";
import { countTestAudio } from "@/lib/money/wallet/allowances";
import { db } from "@/lib/platform/db";
import { withTimeout } from "@/lib/platform/with-timeout";
import { partsOf, readBook } from "@/lib/speech/books/book";
import { bytesPerMs } from "@/lib/speech/books/format";
import { encodePart } from "@/lib/speech/books/sound";
import { shareOf } from "@/lib/speech/call";
import { checkText, checkVoice } from "@/lib/speech/check";
import { budgetMs, chargeChunk, type MadeChunk } from "../charge-chunk";
import { isOpen, type LongJob } from "../jobs";
import type { Step } from "../step";
import { readWantedSpeech } from "../wanted";

/** Reads a part of a text aloud, and charges it. Throws what `putOff` decides on. */
export async function speakChunk(step: Step, signal: AbortSignal): Promise<void> {
  const job = await db.longJob.findUniqueOrThrow({ where: { id: step.jobId } });
  if (!isOpen(job)) return;
  await enginesReady();
  const part = partsOf(await readBook(step.inputObject))[step.number - 1];
  if (!part) throw new Error("a part of a text is missing");
  await chargeChunk(step, job, { units: part.units, make: () => speak(job, part, signal) });
}

type SpokenPart = ReturnType<typeof partsOf>[number];

async function speak(job: LongJob, part: SpokenPart, signal: AbortSignal): Promise<MadeChunk> {
  const wanted = await readWantedSpeech(job);
  const { reading, pronunciations, audioFormat } = wanted;
  const chosen = checkVoice({ voiceId: part.voiceId, modelId: job.modelId });
  const { seen, sayAs, deliveries } = checkText({ text: part.text, reading });
  // The style is about how the text is read, and no option of an engine.
  const { textStyle, ...config } = wanted.config ?? {};
  const owner = `long jobs/${shareOf(job)}`;
  const words = { owner, text: seen, languageCode: wanted.languageCode ?? undefined, config };
  const read = { reading, pronunciations, sayAs, deliveries, isTest: job.mode === "test" };
  const bytes = await withTimeout(budgetMs, signal, async (ended) => {
    const audio = await speakWithEngine({ ...words, ...read }, chosen, ended);
    return encodePart(audio, { audioFormat, pauseSeconds: part.pauseSeconds }, ended, owner);
  }).catch((failure) => {
    throw asAppError(failure, signal);
  });
  const ms = bytes.length / bytesPerMs[audioFormat];
  if (job.mode === "test") await countTestAudio(job.businessId, Math.ceil(ms / 1000));
  return { result: { bytes, extension: audioFormat === "mp3" ? "mp3" : "pcm" }, ms, characters: part.characters };
}
