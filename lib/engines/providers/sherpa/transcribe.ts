import "server-only";
import type { InstalledModel } from "@/lib/engines/models/installed";
import { splitAtPauses } from "@/lib/engines/pauses";
import type { Segment, Transcription, TranscriptionRequest } from "@/lib/engines/provider";
import { requireOptions } from "@/lib/engines/providers/validate-config";
import type { Engines } from "./engines";
import { makeSegments } from "./segments";
import type { Recognized } from "./task";

/** Transcribes audio of any length part by part, which bounds memory and lets shorter calls run in between. */
export async function transcribe(
  { model }: InstalledModel,
  engines: Engines,
  { audio, config }: TranscriptionRequest,
  signal: AbortSignal,
): Promise<Transcription> {
  requireOptions(config, []);
  const segments: Segment[] = [];
  for (const { start, samples } of splitAtPauses(audio)) {
    const task = { do: "transcribe" as const, samples, sampleRate: audio.sampleRate };
    const recognized = await engines.run<Recognized>(task, signal);
    const written = model.writesCapitals ? inSmallLetters(recognized) : recognized;
    segments.push(...makeSegments(written, start, start + samples.length / audio.sampleRate));
  }
  return { text: segments.map(({ text }) => text).join(" "), segments };
}

const small = (text: string) => text.toLocaleLowerCase("vi");

const inSmallLetters = ({ text, tokens, timestamps }: Recognized): Recognized => ({
  text: small(text),
  tokens: tokens.map(small),
  timestamps,
});
