import "server-only";
import { type Member, requirePermission } from "@/lib/access/principals/member";
import { enginesReady, findModelPrice } from "@/lib/engines/catalogue";
import { quote } from "@/lib/money/prices/quote";
import { minutes, seconds } from "@/lib/platform/clock";
import { AppError } from "@/lib/platform/errors";
import { openAttempts } from "@/lib/platform/rate-limit/attempts";
import type { BookPart } from "@/lib/speech/books/book";
import { bytesPerMs } from "@/lib/speech/books/format";
import { wordsPerSecond } from "@/lib/speech/choices";
import type { JobRequest } from "../schema";
import { planSpeech } from "./plan";
import { planText } from "./plan-parts";

/** A chapter as a job would read it; the amount in thousandths of a đồng, and about how long it is. */
export type ChapterPreview = { title: string | null; characters: number; amountMilli: bigint; seconds: number };

/** `parts`: how many are read, and not taken from another job. */
export type BookPreview = { chapters: ChapterPreview[]; parts: number; amountMilli: bigint; priceId: string };

/** Enough for a person who edits a book: cutting and normalizing one takes seconds of a processor. */
const previews = openAttempts("book previews", 60, minutes(1));

/**
 * What a request for a job that reads a text comes to, before it is sent. Throws FORBIDDEN, TOO_MANY_ATTEMPTS, and as the
 * job would be rejected or fail.
 */
export async function previewBook(member: Member, request: JobRequest): Promise<BookPreview> {
  requirePermission(member, "speech:use");
  if (request.kind !== "tts") throw new AppError("INVALID_REQUEST", { param: "kind" });
  const { businessId } = member;
  await previews.count(businessId);
  await enginesReady();
  const owner = { businessId, mode: "live", hasOwnReading: true } as const;
  const { chosen, wanted, upload } = await planSpeech(owner, request);
  const source = { owner, modelId: chosen.model.modelId, wanted, upload };
  const { book } = await planText(source, AbortSignal.timeout(seconds(60)));
  const price = await findModelPrice(chosen, businessId);
  const speed = typeof wanted.config?.speed === "number" ? wanted.config.speed : 1;
  const secondsOf = ({ kept, text, pauseSeconds }: BookPart): number =>
    kept
      ? (kept.to - kept.from) / bytesPerMs[wanted.audioFormat] / 1000
      : text.split(/\s+/).length / wordsPerSecond / speed + pauseSeconds;
  const chapters = book.chapters.map(({ title, parts }) => ({
    title,
    characters: sum(parts, ({ characters }) => characters),
    amountMilli: quote(
      price,
      sum(parts, ({ units }) => units),
    ),
    seconds: sum(parts, secondsOf),
  }));
  return {
    chapters,
    parts: sum(book.chapters, ({ parts }) => parts.filter(({ kept }) => !kept).length),
    amountMilli: chapters.reduce((all, { amountMilli }) => all + amountMilli, 0n),
    priceId: price.id,
  };
}

const sum = <One>(all: readonly One[], of: (one: One) => number): number =>
  all.reduce((whole, one) => whole + of(one), 0);
