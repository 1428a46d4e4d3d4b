"use client";

import { clsx } from "clsx";
import { BookOpen, RotateCcw } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import type { useOrderPreview } from "@/components/speech/books/use-order";
import { Button } from "@/components/ui/buttons/button";
import { EmptyState } from "@/components/ui/feedback/empty-state";
import { Notice } from "@/components/ui/feedback/notice";
import { Skeleton } from "@/components/ui/feedback/skeleton";
import { Select } from "@/components/ui/fields/controls";
import { Card } from "@/components/ui/text/card";
import { Money } from "@/components/ui/text/money";
import { formatDuration, formatNumber } from "@/lib/platform/i18n/format";
import type { BookPreview, ChapterPreview } from "@/lib/speech/jobs/texts/preview";
import type { VoiceRecord } from "@/lib/speech/schema";

type Found = ReturnType<typeof useOrderPreview>;

type ChaptersCardProps = {
  found: Found;
  /** Whether there is no text yet. */
  isEmpty: boolean;
  voices: readonly VoiceRecord[];
  /** The voice of chapters that have none of their own, which others have by their number. */
  voiceId: string;
  chosen: Readonly<Record<number, string>>;
  onVoice: (number: number, voiceId: string) => void;
  /** The act, beside the sum. */
  action: ReactNode;
};

/** The chapters as the server reads them, each with its length, price and voice. */
export function ChaptersCard({ found, isEmpty, voices, voiceId, chosen, onVoice, action }: ChaptersCardProps) {
  const t = useTranslations("books");
  const preview = found.data?.preview;
  const message = found.isError ? t("previewFailed") : found.data?.message;

  return (
    <Card title={t("chapters.title")}>
      {isEmpty ? (
        <EmptyState Icon={BookOpen} heading="h3" title={t("chapters.empty")}>
          {t("chapters.emptyHint")}
        </EmptyState>
      ) : (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
          {message !== undefined && (
            <div role="alert" className="grid gap-3">
              <Notice kind="danger">{message || t("previewFailed")}</Notice>
              <div>
                <Button size="small" icon={<RotateCcw />} onClick={found.retry}>
                  {t("tryAgain")}
                </Button>
              </div>
            </div>
          )}
          {!preview && message === undefined && <Waiting />}
          {preview && message === undefined && (
            <ol
              aria-busy={!found.isCurrent}
              className={clsx("max-h-[60dvh] min-w-0 overflow-y-auto", !found.isCurrent && "opacity-60")}
            >
              {preview.chapters.map((chapter, index) => (
                <ChapterRow
                  // biome-ignore lint/suspicious/noArrayIndexKey: a chapter is its number
                  key={index}
                  number={index + 1}
                  chapter={chapter}
                  voices={voices}
                  voiceId={voiceId}
                  chosen={chosen[index + 1] ?? ""}
                  onVoice={onVoice}
                />
              ))}
            </ol>
          )}
          <div className="sticky bottom-0 z-10 -mx-4 -mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-b-card border-line border-t bg-raised px-4 py-3">
            <Sum preview={message === undefined ? preview : undefined} />
            {action}
          </div>
        </div>
      )}
    </Card>
  );
}

function Waiting() {
  const t = useTranslations("books");
  return (
    <div role="status" className="grid gap-3">
      <span className="sr-only">{t("reading")}</span>
      {[0, 1, 2].map((row) => (
        <Skeleton key={row} className="h-9" />
      ))}
    </div>
  );
}

type ChapterRowProps = {
  number: number;
  chapter: ChapterPreview;
  voices: readonly VoiceRecord[];
  voiceId: string;
  chosen: string;
  onVoice: (number: number, voiceId: string) => void;
};

function ChapterRow({ number, chapter, voices, voiceId, chosen, onVoice }: ChapterRowProps) {
  const t = useTranslations("books.chapters");
  const locale = useLocale();
  const title = chapter.title ?? t("untitled", { number });
  // Hundreds of chapters with all voices each would be too much for a page: the list is filled when it is needed.
  const [isFull, setFull] = useState(false);
  const nameOf = (id: string) => voices.find((voice) => voice.voiceId === id)?.name ?? id;
  const listed = isFull ? voices : voices.filter((voice) => voice.voiceId === chosen);
  return (
    <li className="grid items-center gap-x-4 gap-y-2 border-line border-b py-2.5 pr-1 last:border-b-0 sm:grid-cols-[minmax(0,1fr)_12rem]">
      <div className="min-w-0">
        <p className="wrap-anywhere font-medium">{title}</p>
        <p className="flex flex-wrap gap-x-3 text-muted text-sm tabular-nums">
          <span>{t("characters", { count: formatNumber(chapter.characters, locale) })}</span>
          <span>{t("about", { duration: formatDuration(Math.round(chapter.seconds) * 1000, locale) })}</span>
          <Money amountMilli={chapter.amountMilli} />
        </p>
      </div>
      <Select
        aria-label={t("voiceOf", { title })}
        value={chosen}
        onFocus={() => setFull(true)}
        onPointerDown={() => setFull(true)}
        onChange={(event) => onVoice(number, event.target.value)}
        choices={[
          { value: "", label: t("defaultVoice", { name: nameOf(voiceId) }) },
          ...listed.map((voice) => ({ value: voice.voiceId, label: voice.name })),
        ]}
      />
    </li>
  );
}

/** What all of it comes to. */
function Sum({ preview }: { preview: BookPreview | undefined }) {
  const t = useTranslations("books.chapters");
  const locale = useLocale();
  if (!preview) return <Skeleton className="h-5 w-48" />;
  const { chapters, amountMilli } = preview;
  const characters = chapters.reduce((sum, chapter) => sum + chapter.characters, 0);
  const seconds = chapters.reduce((sum, chapter) => sum + chapter.seconds, 0);
  return (
    <p role="status" className="flex min-w-0 flex-wrap gap-x-3 text-muted text-sm tabular-nums">
      <span>{t("count", { count: chapters.length })}</span>
      <span>{t("characters", { count: formatNumber(characters, locale) })}</span>
      <span>{t("about", { duration: formatDuration(Math.round(seconds) * 1000, locale) })}</span>
      <strong className="font-medium text-ink">
        <Money amountMilli={amountMilli} />
      </strong>
    </p>
  );
}
