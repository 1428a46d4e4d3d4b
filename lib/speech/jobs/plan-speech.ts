import "server-only";
import type { Caller } from "@/lib/access/principals/caller";
import { readingUsed, rulesVersionFor } from "@/lib/engines/reading";
import { AppError } from "@/lib/platform/errors";
import { countCharacters, hasForbiddenCharacters, isSilent, normalizeText } from "@/lib/platform/text";
import { type BookFormat, bookLimits } from "@/lib/speech/books/cut";
import { checkVoice, chooseModelOf } from "@/lib/speech/check";
import { findOwnReading } from "@/lib/speech/pronunciations/own-reading";
import { readingOf } from "@/lib/speech/schema";
import { readMetadata, type StoredUpload } from "@/lib/speech/uploads/uploads";
import type { Planned } from "./create";
import type { JobRequest } from "./schema";
import { fileNameOf, findWhole } from "./uploaded";
import type { WantedSpeech } from "./wanted";

/**
 * What a request to read a text aloud wants: who reads it and how, with the pronunciations that the business has now.
 * Throws VOICE_*, MODEL_UNKNOWN, LIVE_KEY_REQUIRED, TEXT_*, NOT_FOUND, CONFLICT, INVALID_REQUEST.
 */
export async function planSpeech(caller: Caller, request: JobRequest): Promise<Planned> {
  const { uploadId, text, chapters = [], languageCode = null, config = null } = request;
  const voiceId = required(request.voiceId, "voiceId");
  const modelId = request.modelId ?? chooseModelOf(voiceId).model.modelId;
  const chosen = checkVoice({ voiceId, modelId }, caller.mode);
  for (const [index, chapter] of chapters.entries()) checkChapterVoice({ ...chapter, modelId }, index);
  if (text !== undefined && uploadId !== undefined)
    throw new AppError("INVALID_REQUEST", { param: "text", message: "jobs.textAndUpload" });

  const sent = text === undefined ? null : checkWhole(text);
  const upload = sent === null ? await findWhole(caller, uploadId) : null;
  const reading = readingOf({ reading: request.reading, config });
  // An engine with its own rules would ignore those of the business.
  const isReadOurWay = caller.hasOwnReading && !chosen.model.normalises;
  const own = isReadOurWay ? await findOwnReading(caller.businessId, reading) : { reading: reading ?? {} };
  const wanted: WantedSpeech = {
    text: sent,
    format: request.format ?? (upload ? formatOf(await readMetadata(upload)) : "plain"),
    voiceId,
    voices: Object.fromEntries(chapters.map((chapter) => [chapter.number, chapter.voiceId])),
    languageCode,
    config,
    audioFormat: request.audioFormat ?? "mp3",
    reading: (own.reading ?? {}) as WantedSpeech["reading"],
    readingUsed: readingUsed(chosen, own.reading),
    pronunciations: [...(own.pronunciations ?? [])],
    from: null,
  };
  const rulesVersion = rulesVersionFor(chosen.model, own.reading ?? {});
  return { chosen, voiceId, languageCode, rulesVersion, wanted, upload, sizeBytes: sizeOf(upload, sent) };
}

const sizeOf = (upload: StoredUpload | null, text: string | null) => upload?.sizeBytes ?? Buffer.byteLength(text ?? "");

function required(value: string | undefined, param: string): string {
  if (value === undefined)
    throw new AppError("INVALID_REQUEST", { param, message: "api.fieldMissing", values: { param } });
  return value;
}

function checkChapterVoice(wanted: { voiceId: string; modelId: string }, index: number): void {
  try {
    checkVoice(wanted);
  } catch (error) {
    throw error instanceof AppError
      ? new AppError(error.code, { ...error.details, param: `chapters.${index}.voiceId` })
      : error;
  }
}

/** A text of a job, in NFC. Throws TEXT_INVALID, TEXT_EMPTY, TEXT_TOO_LONG. */
export function checkWhole(sent: string): string {
  const text = normalizeText(sent);
  if (!sent.isWellFormed() || hasForbiddenCharacters(text)) throw new AppError("TEXT_INVALID", { param: "text" });
  if (isSilent(text)) throw new AppError("TEXT_EMPTY", { param: "text" });
  const characters = countCharacters(text);
  if (characters <= bookLimits.characters) return text;
  const values = { max: bookLimits.characters, sent: characters };
  throw new AppError("TEXT_TOO_LONG", { param: "text", message: "speech.tooLong", values });
}

/** By the name of the file. */
function formatOf(metadata: string | null): BookFormat {
  const name = fileNameOf(metadata)?.toLowerCase() ?? "";
  if (name.endsWith(".epub")) return "epub";
  return /\.(md|markdown)$/.test(name) ? "markdown" : "plain";
}
