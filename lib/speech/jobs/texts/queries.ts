import { queryOptions } from "@tanstack/react-query";

/** A chapter of a text that a job reads. Times are seconds from the beginning of the whole; null until that is ready. */
export type BookChapter = {
  /** From 1. */
  number: number;
  title: string | null;
  /** The voice's name, or its id once it is withdrawn. */
  voice: string;
  characters: number;
  parts: number;
  partsDone: number;
  start: number | null;
  end: number | null;
  /** Its audio on this site, once all of its parts are read. */
  path: string | null;
};

/** The audio of all chapters, on this site. */
type BookAudio = { path: string; format: string; seconds: number };

export type BookView = {
  /** `gone`: no longer stored, or in another region. */
  status: "unfinished" | "read" | "gone";
  /** The job whose audio it uses again, and the jobs that use its own. */
  fromJobId: string | null;
  laterJobIds: string[];
  audio: BookAudio | null;
  /** Empty until the text is cut. */
  chapters: BookChapter[];
};

/** A part of a chapter as a person reads it: a paragraph, or some sentences of one. Parts of all chapters count from 1. */
export type ChapterPart = { number: number; text: string; start: number; end: number };

const everyMs = 3000;

async function load<Data>(path: string, signal: AbortSignal): Promise<Data> {
  const response = await fetch(path, { signal });
  if (!response.ok) throw new Error(`book: status ${response.status}`);
  return (await response.json()) as Data;
}

const pathOf = (businessSlug: string, jobId: string) => `/api/console/${businessSlug}/jobs/${jobId}/chapters`;

/** The sound of a chapter that is read before the whole is. */
export const chapterSoundPath = (businessSlug: string, jobId: string, number: number): string =>
  `${pathOf(businessSlug, jobId)}/${number}/sound`;

/** Polled until all is read. */
export const bookQuery = (businessSlug: string, jobId: string) =>
  queryOptions({
    queryKey: ["book", businessSlug, jobId],
    queryFn: ({ signal }) => load<BookView>(pathOf(businessSlug, jobId), signal),
    refetchInterval: ({ state: { data } }) => (data?.status === "unfinished" ? everyMs : false),
  });

export const chapterQuery = (businessSlug: string, jobId: string, number: number) =>
  queryOptions({
    queryKey: ["book", businessSlug, jobId, number],
    queryFn: ({ signal }) => load<ChapterPart[]>(`${pathOf(businessSlug, jobId)}/${number}`, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
