import "server-only";
import { splitAtPauses } from "@/lib/engines/pauses";
import type { Segment, Transcription, TranscriptionRequest } from "@/lib/engines/provider";
import { requireOptions } from "@/lib/engines/providers/validate-config";
import type { InstalledModel } from "@/lib/models/installed";
import type { Engines } from "./engines";
import { makeSegments } from "./segments";
import type { Heard } from "./task";

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
    const heard = await engines.run<Heard>(task, signal);
    const written = model.writesCapitals ? inSmallLetters(heard) : heard;
    segments.push(...makeSegments(written, start, start + samples.length / audio.sampleRate));
  }
  return { text: segments.map(({ text }) => text).join(" "), segments };
}

const small = (text: string) => text.toLocaleLowerCase("vi");

const inSmallLetters = ({ text, tokens, timestamps }: Heard): Heard => ({
  text: small(text),
  tokens: tokens.map(small),
  timestamps,
});
