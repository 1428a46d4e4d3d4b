"use client";

import { useQuery } from "@tanstack/react-query";
import { BookOpen, Download, RotateCcw } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button, buttonClass } from "@/components/ui/buttons/button";
import { EmptyState } from "@/components/ui/feedback/empty-state";
import { Notice } from "@/components/ui/feedback/notice";
import { Skeleton } from "@/components/ui/feedback/skeleton";
import { WaveformPlayer } from "@/components/ui/sound/waveform-player";
import { Card } from "@/components/ui/text/card";
import { Link } from "@/components/ui/text/link";
import { type BookChapter, type BookView, bookQuery } from "@/lib/speech/jobs/texts/queries";
import { jobPath } from "@/lib/speech/path";
import { ChangeBar } from "./change-bar";
import { ChapterRow } from "./chapter-row";

type BookChaptersProps = {
  business: string;
  jobId: string;
  /** Whether the member can have parts read again. */
  canSpeak: boolean;
};

/** The parts that are being changed, by their number: what they were, and what they are to be. */
export type Changes = ReadonlyMap<number, Change>;

export type Change = { before: string; text: string };

/** The chapters of a text that a job reads: how far they are, then their sound and their text, which can be changed. */
export function BookChapters({ business, jobId, canSpeak }: BookChaptersProps) {
  const t = useTranslations("books.job");
  const { data: book, isError, refetch } = useQuery(bookQuery(business, jobId));
  const [seekTo, setSeekTo] = useState<{ seconds: number }>();
  const [at, setAt] = useState<number>();
  const [changes, setChanges] = useState<Changes>(new Map());

  if (!book)
    return (
      <Card title={t("title")}>
        {isError ? (
          <div role="alert" className="grid justify-items-start gap-3">
            <Notice kind="danger">{t("failed")}</Notice>
            <Button size="small" icon={<RotateCcw />} onClick={() => void refetch()}>
              {t("tryAgain")}
            </Button>
          </div>
        ) : (
          <Skeleton className="h-40" />
        )}
      </Card>
    );
  const { chapters, audio } = book;
  const now = audio && at !== undefined ? findChapter(chapters, at) : undefined;

  return (
    <Card title={t("title")} action={audio && <DownloadWhole audio={audio} />}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <Versions business={business} book={book} />
        {book.status === "gone" && <Notice>{t("gone")}</Notice>}
        {book.status !== "gone" && chapters.length === 0 && (
          <EmptyState Icon={BookOpen} heading="h3" title={t(book.status === "read" ? "none" : "cutting")}>
            {book.status === "unfinished" && t("cuttingHint")}
          </EmptyState>
        )}
        {audio && (
          <BookPlayer
            audio={audio}
            chapters={chapters}
            title={now?.title ?? t("sound")}
            seekTo={seekTo}
            onMove={(seconds) => setAt(Math.floor(seconds))}
          />
        )}
        {chapters.length > 0 && (
          <ol className="min-w-0 border-line border-t">
            {chapters.map((chapter) => (
              <ChapterRow
                key={chapter.number}
                business={business}
                jobId={jobId}
                chapter={chapter}
                at={now === chapter ? at : undefined}
                format={audio?.format}
                changes={changes}
                onPlay={(seconds) => setSeekTo({ seconds })}
                onChange={canSpeak ? (number, change) => setChanges(withChange(changes, number, change)) : undefined}
              />
            ))}
          </ol>
        )}
        {changes.size > 0 && (
          <ChangeBar business={business} jobId={jobId} changes={changes} onDiscard={() => setChanges(new Map())} />
        )}
      </div>
    </Card>
  );
}

function withChange(changes: Changes, number: number, change: Change | null): Changes {
  const next = new Map(changes);
  if (change) next.set(number, change);
  else next.delete(number);
  return next;
}

const findChapter = (chapters: readonly BookChapter[], at: number): BookChapter | undefined =>
  chapters.findLast(({ start }) => start !== null && start <= at);

type Audio = NonNullable<BookView["audio"]>;

function DownloadWhole({ audio }: { audio: Audio }) {
  const t = useTranslations("books.job");
  return (
    <a href={audio.path} download className={buttonClass({ size: "small" })}>
      <Download aria-hidden />
      {t("download", { format: audio.format.toUpperCase() })}
    </a>
  );
}

type BookPlayerProps = {
  audio: Audio;
  chapters: readonly BookChapter[];
  title: string;
  seekTo?: { seconds: number };
  onMove: (seconds: number) => void;
};

/** Plays hours of sound as they arrive; drawing a wave of it would need all of it first. */
function BookPlayer({ audio, chapters, title, seekTo, onMove }: BookPlayerProps) {
  const marks = chapters.flatMap(({ start }) => (start ? [start] : []));
  return (
    <div className="sticky top-0 z-10 -mx-4 bg-raised px-4 py-1">
      <p className="truncate font-medium text-sm">{title}</p>
      <WaveformPlayer
        sound={{ status: "ready", source: audio.path, seconds: audio.seconds, peaks: silence }}
        title={title}
        compact={false}
        autoPlay={false}
        seekTo={seekTo}
        marks={marks}
        onMove={onMove}
      />
    </div>
  );
}

const silence = new Float32Array(1);

/** The job that this one changes, and those that change it. */
function Versions({ business, book: { fromJobId, laterJobIds } }: { business: string; book: BookView }) {
  const t = useTranslations("books.job");
  if (fromJobId === null && laterJobIds.length === 0) return null;
  const link = (id: string) => (
    <Link key={id} href={jobPath(business, id)} className="break-all font-mono text-sm underline underline-offset-2">
      {id}
    </Link>
  );
  return (
    <Notice>
      <div className="grid gap-1">
        {fromJobId !== null && (
          <p className="flex flex-wrap gap-x-2">
            {t("changedFrom")} {link(fromJobId)}
          </p>
        )}
        {laterJobIds.length > 0 && (
          <p className="flex flex-wrap gap-x-2">
            {t("changedIn")} {laterJobIds.map(link)}
          </p>
        )}
      </div>
    </Notice>
  );
}
