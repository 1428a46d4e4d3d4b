import "server-only";
import { buffer } from "node:stream/consumers";
import type { Caller } from "@/lib/access/principals/caller";
import { AppError } from "@/lib/platform/errors";
import type { Book } from "@/lib/speech/books/book";
import { bookLimits, cutChapter, type WrittenChapter } from "@/lib/speech/books/cut";
import { largestBookBytes, readEpub } from "@/lib/speech/books/epub";
import { bookTooLarge, tooManyChapters } from "@/lib/speech/books/faults";
import { type CutChapter, planBook } from "@/lib/speech/books/plan";
import { readMarkdown, readPlain } from "@/lib/speech/books/read-text";
import { checkVoice } from "@/lib/speech/check";
import { readUpload, type StoredUpload } from "@/lib/speech/uploads/uploads";
import { withFile } from "../scratch";
import type { WantedSpeech } from "../wanted";
import { changeChapters, type OtherJob, partsRead, readOther } from "./other-job";
import { checkWhole } from "./plan";

/** A text to read: by which model, and the file that has it unless `wanted` does. */
export type TextSource = {
  owner: Pick<Caller, "businessId" | "mode">;
  modelId: string;
  wanted: WantedSpeech;
  upload: Pick<StoredUpload, "id" | "sizeBytes"> | null;
};

/**
 * Cuts a text into chapters and these into parts with what each costs, as a job reads it. `other`: the job whose audio it
 * uses again. Throws TEXT_*, SPOKEN_TEXT_TOO_LONG, BOOK_*, VOICE_*, MODEL_UNKNOWN, and RESULT_EXPIRED for that job.
 */
export async function planText(
  source: TextSource,
  signal: AbortSignal,
): Promise<{ book: Book; other: OtherJob | null }> {
  const { owner, modelId, wanted } = source;
  const { reading, pronunciations, config, audioFormat } = wanted;
  const other = await readOther(owner, wanted);
  const cut = other ? changeChapters(other.chapters, wanted) : cutAll(await readWritten(source, signal));
  const known = other ? new Map(partsRead(other).map((part) => [part.digest, part])) : undefined;
  const own = { reading, pronunciations };
  const book = await planBook(withVoices(cut, modelId, wanted), { own, config, audioFormat, known });
  return { book, other };
}

type Cut = Pick<CutChapter, "title" | "parts">;

function withVoices(chapters: readonly Cut[], modelId: string, { voiceId, voices }: WantedSpeech): CutChapter[] {
  if (chapters.length > bookLimits.chapters) throw tooManyChapters();
  return chapters.map((chapter, index) => {
    const chosen = checkVoice({ voiceId: voices[index + 1] ?? voiceId, modelId });
    return { ...chapter, chosen };
  });
}

/** Chapters without words are none, and have no number. */
const cutAll = (chapters: readonly WrittenChapter[]): Cut[] =>
  chapters.flatMap((chapter) => {
    const parts = cutChapter(chapter);
    return parts.length > 0 ? [{ title: chapter.title, parts }] : [];
  });

async function readWritten({ wanted, upload }: TextSource, signal: AbortSignal): Promise<WrittenChapter[]> {
  const { format } = wanted;
  if (upload && format === "epub") {
    if (upload.sizeBytes > largestBookBytes) throw bookTooLarge(largestBookBytes);
    return withFile(readUpload(upload.id), signal, readEpub);
  }
  const text = upload ? checkWhole(await readText(upload)) : (wanted.text ?? "");
  return format === "markdown" ? readMarkdown(text) : readPlain(text);
}

/** A code point in UTF-8 has at most four bytes. */
const mostTextBytes = 4 * bookLimits.characters;

/** The text of an uploaded file. Throws TEXT_TOO_LONG, and TEXT_INVALID for what is not UTF-8. */
async function readText({ id, sizeBytes }: Pick<StoredUpload, "id" | "sizeBytes">): Promise<string> {
  if (sizeBytes > mostTextBytes) throw new AppError("TEXT_TOO_LONG");
  const bytes = await buffer(readUpload(id));
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new AppError("TEXT_INVALID");
  }
}
