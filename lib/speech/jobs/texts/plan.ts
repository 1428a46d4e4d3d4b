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
import type { Planned } from "../create";
import type { JobRequest } from "../schema";
import { fileNameOf, findWhole } from "../uploaded";
import type { WantedSpeech } from "../wanted";
import { findReadAloud } from "./chapters";

/** Whose text is read: what of a key, or of a member, matters for that. */
export type Reader = Pick<Caller, "businessId" | "mode" | "hasOwnReading">;

/**
 * What a request to read a text aloud wants: who reads it and how, with the pronunciations that the business has now. The
 * text is sent, uploaded, or that of a job that has ended. Throws VOICE_*, MODEL_UNKNOWN, LIVE_KEY_REQUIRED, TEXT_*, NOT_FOUND,
 * CONFLICT, INVALID_REQUEST, and of that job RESULT_* and WRONG_REGION.
 */
export async function planSpeech(caller: Reader, request: JobRequest): Promise<Planned & { wanted: WantedSpeech }> {
  const { uploadId, text, fromJobId, chapters = [] } = request;
  const sources = { text, uploadId, fromJobId };
  const [, second] = Object.entries(sources).filter(([, value]) => value !== undefined);
  if (second) throw new AppError("INVALID_REQUEST", { param: second[0], message: "jobs.oneText" });
  if (request.parts && fromJobId === undefined) throw missing("fromJobId");
  if (text !== undefined && request.format === "epub")
    throw new AppError("INVALID_REQUEST", { param: "format", message: "jobs.epubAsText" });
  const sent = text === undefined ? null : checkWhole(text);
  const other = fromJobId === undefined ? null : await planChange(caller, fromJobId, request);
  const upload = sent === null && !other ? await findWhole(caller, uploadId) : null;

  const voiceId = request.voiceId ?? other?.voiceId;
  if (voiceId === undefined) throw missing("voiceId");
  const modelId = request.modelId ?? other?.modelId ?? chooseModelOf(voiceId).model.modelId;
  const chosen = checkVoice({ voiceId, modelId }, caller.mode);
  for (const [index, chapter] of chapters.entries()) checkChapterVoice({ ...chapter, modelId }, index);
  const languageCode = request.languageCode ?? other?.languageCode ?? null;
  const config = request.config ?? other?.config ?? null;
  const reading = readingOf({ reading: request.reading ?? other?.reading, config });
  // An engine with its own rules would ignore those of the business.
  const isReadOurWay = caller.hasOwnReading && !chosen.model.normalises;
  const own = isReadOurWay ? await findOwnReading(caller.businessId, reading) : { reading: reading ?? {} };
  const ofChapters = Object.fromEntries(chapters.map((chapter) => [chapter.number, chapter.voiceId]));
  const wanted: WantedSpeech = {
    text: sent,
    format: request.format ?? (upload ? formatOf(await readMetadata(upload)) : "plain"),
    voiceId,
    voices: { ...(request.voiceId === undefined && other?.voices), ...ofChapters },
    languageCode,
    config,
    audioFormat: request.audioFormat ?? other?.audioFormat ?? "mp3",
    reading: (own.reading ?? {}) as WantedSpeech["reading"],
    readingUsed: readingUsed(chosen, own.reading),
    pronunciations: [...(own.pronunciations ?? [])],
    from: other?.from ?? null,
  };
  const rulesVersion = rulesVersionFor(chosen.model, own.reading ?? {});
  return { chosen, voiceId, languageCode, rulesVersion, wanted, upload, sizeBytes: sizeOf(upload, sent) };
}

/** What a job has read, with the texts that replace some of its parts. */
async function planChange(caller: Reader, jobId: string, { parts = [] }: JobRequest) {
  const { job, chapters, spoken } = await findReadAloud(caller, jobId, "fromJobId");
  const count = chapters.reduce((sum, chapter) => sum + chapter.parts.length, 0);
  const unknown = parts.findIndex(({ number }) => number > count);
  if (unknown >= 0) {
    const values = { jobId, number: parts[unknown]?.number ?? 0 };
    throw new AppError("INVALID_REQUEST", { param: `parts.${unknown}.number`, message: "jobs.partUnknown", values });
  }
  for (const { text } of parts) if (!isSilent(text)) checkWhole(text);
  return {
    voiceId: job.voiceId ?? undefined,
    modelId: job.modelId,
    languageCode: job.languageCode,
    config: spoken.config,
    reading: spoken.reading,
    audioFormat: job.audioFormat as WantedSpeech["audioFormat"],
    voices: Object.fromEntries(chapters.map((chapter, index) => [index + 1, chapter.voiceId])),
    from: { jobId, replaced: Object.fromEntries(parts.map(({ number, text }) => [number, normalizeText(text)])) },
  };
}

const missing = (param: string) =>
  new AppError("INVALID_REQUEST", { param, message: "api.fieldMissing", values: { param } });

const sizeOf = (upload: StoredUpload | null, text: string | null) => upload?.sizeBytes ?? Buffer.byteLength(text ?? "");

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
