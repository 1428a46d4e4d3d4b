import "server-only";
import { createHash } from "node:crypto";
import { setImmediate as turn } from "node:timers/promises";
import type { Verbalized, WantedReading } from "vietnamese-text";
import { type Chosen, normalizeFor } from "@/lib/engines/reading";
import { countCharged } from "@/lib/engines/spoken-length";
import { AppError } from "@/lib/platform/errors";
import { checkText } from "@/lib/speech/check";
import type { Book, BookPart } from "./book";
import { bookLimits, type CutPart } from "./cut";

/** What is read by one voice. */
export type CutChapter = { title: string | null; chosen: Chosen; parts: CutPart[] };

/** How all of a book is read. `known`: by their digests, the parts whose audio is there, and costs nothing. */
export type BookReading = {
  own: WantedReading;
  config: Record<string, unknown> | null;
  audioFormat: string;
  known?: ReadonlyMap<string, { from: number; to: number }>;
};

/**
 * Counts what each part is charged for, so that all parts together cost what one request with the same characters would,
 * and says by a digest what it sounds like. Throws TEXT_EMPTY for a book without words, TEXT_*, SPOKEN_TEXT_TOO_LONG.
 */
export async function planBook(chapters: readonly CutChapter[], reading: BookReading): Promise<Book> {
  const planned: Book = { chapters: [] };
  let [all, typed, added, charged] = [0, 0, 0, 0];
  for (const { title, chosen, parts } of chapters) {
    const made: BookPart[] = [];
    for (const part of parts) {
      const read = readPart(part, chosen, reading);
      if (!read) continue;
      const { text, characters, said, own } = read;
      all += characters;
      if (all > bookLimits.characters) throw new AppError("TEXT_TOO_LONG", { param: "text" });
      const digest = digestOf(said, part.pauseSeconds, chosen, reading);
      const kept = reading.known?.get(digest);
      if (!kept) {
        typed += characters;
        added += own;
      }
      const whole = Math.max(typed, added);
      const { pauseSeconds } = part;
      made.push({ text, characters, units: whole - charged, pauseSeconds, digest, ...(kept && { kept }) });
      charged = whole;
      // Thousands of parts take a while, and others have the thread in between.
      await turn();
    }
    if (made.length > 0) planned.chapters.push({ title, voiceId: chosen.voice.voiceId, parts: made });
  }
  if (planned.chapters.length === 0) throw new AppError("TEXT_EMPTY", { param: "text" });
  return planned;
}

/** A part as it is read; null where nothing of it is said, such as a line of emoji. */
function readPart({ text }: CutPart, chosen: Chosen, { own }: BookReading) {
  try {
    const { seen, characters } = checkText({ text, reading: own.reading });
    const said = normalizeFor(seen, chosen, own);
    return { text: seen, characters, said, own: countCharged(0, said.changes) };
  } catch (error) {
    if (error instanceof AppError && error.code === "TEXT_EMPTY") return null;
    throw error;
  }
}

/** Equal for parts that sound alike: with the same words, voice and options, and the same silence behind them. */
function digestOf(
  { spoken, pauses, deliveries }: Verbalized,
  pauseSeconds: number,
  { model, voice }: Chosen,
  { config, audioFormat }: BookReading,
): string {
  const said = [spoken, pauses, deliveries ?? [], pauseSeconds, model.modelId, voice.voiceId, config, audioFormat];
  return createHash("sha256").update(JSON.stringify(said)).digest("base64url").slice(0, 22);
}
