"use client";

import { useQuery } from "@tanstack/react-query";
import { clsx } from "clsx";
import { Pencil, Play, Undo2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/buttons/button";
import { IconButton } from "@/components/ui/buttons/icon-button";
import { Notice } from "@/components/ui/feedback/notice";
import { Skeleton } from "@/components/ui/feedback/skeleton";
import { Textarea } from "@/components/ui/fields/controls";
import { formatSeconds } from "@/lib/platform/i18n/format";
import { type ChapterPart, chapterQuery } from "@/lib/speech/jobs/texts/queries";
import type { Change } from "./book-chapters";
import type { ChapterProps } from "./chapter-row";

/** The paragraphs of a chapter, each of which can be played and changed. */
export function ChapterText({ business, jobId, chapter, at, changes, onPlay, onChange }: ChapterProps) {
  const t = useTranslations("books.job");
  const { data, isError } = useQuery(chapterQuery(business, jobId, chapter.number));
  if (isError) return <Notice kind="danger">{t("failed")}</Notice>;
  if (!data) return <Skeleton className="my-3 h-24" />;
  return (
    <ol className="grid gap-3 pb-4 pl-2">
      {data.map((part) => (
        <PartView
          key={part.number}
          part={part}
          isPlaying={at !== undefined && part.start <= at && at < part.end}
          changed={changes.get(part.number)}
          onPlay={onPlay}
          onChange={onChange}
        />
      ))}
    </ol>
  );
}

type PartProps = Pick<ChapterProps, "onPlay" | "onChange"> & {
  part: ChapterPart;
  isPlaying: boolean;
  changed: Change | undefined;
};

function PartView({ part: { number, text, start }, isPlaying, changed, onPlay, onChange }: PartProps) {
  const t = useTranslations("books.job");
  const time = formatSeconds(start);
  return (
    <li
      className={clsx(
        "flex min-w-0 items-start gap-1 rounded-control",
        // It would cut off the focus ring of the field.
        !changed && "[contain-intrinsic-block-size:auto_72px] [content-visibility:auto]",
        isPlaying && "bg-sunken",
      )}
    >
      <IconButton label={t("playFrom", { time })} icon={<Play />} onClick={() => onPlay(start)} />
      {changed ? (
        <div className="grid min-w-0 flex-1 gap-2">
          <Textarea
            autoFocus
            lang="vi"
            rows={4}
            aria-label={t("partText", { time })}
            value={changed.text}
            onChange={({ target }) => onChange?.(number, { before: text, text: target.value })}
          />
          <p className="text-muted text-sm">{t("changeHint")}</p>
          <div>
            <Button size="small" icon={<Undo2 />} onClick={() => onChange?.(number, null)}>
              {t("leave")}
            </Button>
          </div>
        </div>
      ) : (
        <p lang="vi" className="max-w-text min-w-0 flex-1 whitespace-pre-line py-1.5 text-lg wrap-anywhere">
          {text}
        </p>
      )}
      {onChange && !changed && (
        <IconButton
          label={t("change", { time })}
          icon={<Pencil />}
          onClick={() => onChange(number, { before: text, text })}
        />
      )}
    </li>
  );
}
