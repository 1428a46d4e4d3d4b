import "server-only";
import { buffer } from "node:stream/consumers";
import { z } from "zod";
import { objectStore } from "@/lib/platform/objects/open";
import { readOnce } from "@/lib/platform/objects/recent";

const partSchema = z.object({
  /** What a person sees of it, as it is read. */
  text: z.string(),
  characters: z.int(),
  /** The characters that it is charged for. */
  units: z.int(),
  /** The silence behind it. */
  pauseSeconds: z.number(),
  /** Equal for parts that sound alike: see `planBook`. */
  digest: z.string(),
  /** Where its audio is in that of another job, from which it is taken. */
  kept: z.object({ from: z.int(), to: z.int() }).optional(),
});

const bookSchema = z.object({
  chapters: z.array(z.object({ title: z.string().nullable(), voiceId: z.string(), parts: z.array(partSchema) })),
});

export type BookPart = z.infer<typeof partSchema>;

/** A text that a job reads: chapters of parts. An object while the job works on it; its parts are counted from 1. */
export type Book = z.infer<typeof bookSchema>;

const missing = () => new Error("the text of a job is missing");

const readStored = readOnce(async (object): Promise<Book> => {
  const stored = await objectStore().open(object);
  if (!stored) throw missing();
  return bookSchema.parse(JSON.parse(String(await buffer(stored.read()))));
});

/** Must not be changed: a job's parts share it. */
export async function readBook(object: string | null): Promise<Book> {
  if (object === null) throw missing();
  return readStored(object);
}

export const storeBook = (book: Book, extension: string): Promise<string> =>
  objectStore().put(Buffer.from(JSON.stringify(book)), extension);

/** The parts of all chapters in their order. */
export const partsOf = ({ chapters }: Book) =>
  chapters.flatMap(({ parts, voiceId }) => parts.map((part) => ({ ...part, voiceId })));
