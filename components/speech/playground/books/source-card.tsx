"use client";

import { clsx } from "clsx";
import { BookOpen, FileUp, X } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { type DragEvent, type ReactNode, useId, useState } from "react";
import { buttonClass } from "@/components/ui/buttons/button";
import { IconButton } from "@/components/ui/buttons/icon-button";
import { ProgressBar } from "@/components/ui/feedback/progress-bar";
import { Textarea } from "@/components/ui/fields/controls";
import { SegmentedControl } from "@/components/ui/fields/segmented-control";
import { Card } from "@/components/ui/text/card";
import { formatBytes, formatNumber } from "@/lib/platform/i18n/format";
import type { BookFile } from "./use-book-upload";

export type TextFormat = "plain" | "markdown";

type SourceCardProps = {
  id: string;
  text: string;
  characters: number;
  most: number;
  format: TextFormat;
  file: BookFile | null;
  onText: (text: string) => void;
  onFormat: (format: TextFormat) => void;
  onFile: (file: File) => void;
  onRemove: () => void;
  /** What is wrong with the file that was chosen last. */
  complaint: ReactNode;
};

/** The text to read: pasted, dropped as a file, or an e-book that is uploaded. */
export function SourceCard(props: SourceCardProps) {
  const { id, text, characters, most, format, file, complaint } = props;
  const t = useTranslations("books");
  const locale = useLocale();
  const [isOver, setOver] = useState(false);
  const drop = (event: DragEvent) => {
    const [dropped] = event.dataTransfer.files;
    setOver(false);
    // Text that is dragged in is left to the field.
    if (!dropped) return;
    event.preventDefault();
    props.onFile(dropped);
  };
  const isTooLong = characters > most;

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a file can be chosen by the button too
    <div
      className={clsx("min-w-0 rounded-card", isOver && "outline-2 outline-ink")}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes("Files")) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <Card>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
          <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
            <label htmlFor={id} className="font-semibold">
              {t("text")}
            </label>
            <FileButton onFile={props.onFile} />
          </div>
          {file ? (
            <ChosenBook file={file} onRemove={props.onRemove} />
          ) : (
            <>
              <Textarea
                id={id}
                rows={10}
                lang="vi"
                dir="auto"
                autoComplete="off"
                placeholder={t("placeholder")}
                value={text}
                aria-describedby={`${id}-count`}
                aria-invalid={isTooLong || undefined}
                onChange={(event) => props.onText(event.target.value)}
              />
              <div className="flex flex-wrap items-end justify-between gap-x-4 gap-y-2">
                <SegmentedControl
                  key={format}
                  isLegendHidden
                  legend={t("format")}
                  name="textFormat"
                  defaultValue={format}
                  choices={[
                    { value: "plain", label: t("formats.plain") },
                    { value: "markdown", label: t("formats.markdown") },
                  ]}
                  onValueChange={(chosen) => props.onFormat(chosen as TextFormat)}
                />
                <p
                  id={`${id}-count`}
                  className={clsx("text-sm tabular-nums", isTooLong ? "text-danger" : "text-muted")}
                >
                  {t(isTooLong ? "tooLong" : "count", {
                    count: formatNumber(characters, locale),
                    most: formatNumber(most, locale),
                  })}
                </p>
              </div>
            </>
          )}
          {complaint}
        </div>
      </Card>
    </div>
  );
}

function FileButton({ onFile }: { onFile: (file: File) => void }) {
  const t = useTranslations("books");
  const id = useId();
  return (
    <label htmlFor={id} className={`${buttonClass({ size: "small" })} cursor-pointer has-focus-visible:outline-2`}>
      <FileUp aria-hidden />
      {t("choose")}
      <input
        id={id}
        type="file"
        accept=".txt,.md,.markdown,.epub,text/plain,text/markdown,application/epub+zip"
        className="sr-only"
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          // The same file can be chosen again after it was changed.
          target.value = "";
          if (file) onFile(file);
        }}
      />
    </label>
  );
}

function ChosenBook({ file, onRemove }: { file: BookFile; onRemove: () => void }) {
  const t = useTranslations("books");
  const locale = useLocale();
  return (
    <div className="flex min-w-0 items-start gap-3 rounded-control border border-line bg-sunken p-3">
      <BookOpen aria-hidden className="mt-0.5 size-4 shrink-0 text-muted" strokeWidth={1.5} />
      <div className="grid min-w-0 flex-1 gap-1">
        <p className="font-medium wrap-anywhere">{file.name}</p>
        <p className="text-muted text-sm tabular-nums">{formatBytes(file.size, locale)}</p>
        {!file.uploadId && <ProgressBar label={t("uploading")} value={undefined} />}
      </div>
      <IconButton label={t("remove")} icon={<X />} onClick={onRemove} />
    </div>
  );
}
