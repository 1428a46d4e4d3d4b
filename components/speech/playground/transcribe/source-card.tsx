"use client";

import { FileText } from "lucide-react";
import { useTranslations } from "next-intl";
import { useRunShortcut } from "@/components/speech/playground/use-run-shortcut";
import { Button } from "@/components/ui/buttons/button";
import { FieldError } from "@/components/ui/fields/field-error";
import { Card } from "@/components/ui/text/card";
import { ShortcutHint } from "@/components/ui/text/shortcut-hint";
import { startedSeconds } from "@/lib/speech/choices";
import type { ModelRecord } from "@/lib/speech/schema";
import { ChosenFile } from "./chosen-file";
import { DropZone, type UploadLimits } from "./drop-zone";
import { PriceLine } from "./price-line";
import { RecordButton } from "./record-button";
import { UploadProgress } from "./upload-progress";
import { useLength } from "./use-length";
import type { Running } from "./use-transcription";

type SourceCardProps = {
  file: File | null;
  model: ModelRecord;
  limits: UploadLimits;
  running: Running | null;
  /** How much of the running one has been sent, from 0 to 1; null once the server has it. */
  sent: number | null;
  onFile: (file: File | null) => void;
  onRun: () => void;
  onCancel: () => void;
};

export function SourceCard({ file, model, limits, running, sent, onFile, onRun, onCancel }: SourceCardProps) {
  const t = useTranslations("playground.transcribe");
  const { url, seconds } = useLength(file);
  const isRunning = running !== null;
  const complaint =
    file &&
    ((file.size > limits.maxBytes && t("tooLarge", { megabytes: limits.maxBytes / 2 ** 20 })) ||
      (startedSeconds(seconds ?? 0) > limits.maxSeconds && t("tooLong", { minutes: limits.maxSeconds / 60 })));
  const isReady = file !== null && !complaint;
  const run = () => {
    if (isReady && !isRunning) onRun();
  };
  useRunShortcut(run);

  return (
    <Card>
      <div className="grid gap-4">
        <h2 className="font-semibold">{t("source")}</h2>
        {file ? (
          <ChosenFile {...{ file, url, seconds }} onRemove={isRunning ? undefined : () => onFile(null)} />
        ) : running ? (
          <p className="font-medium wrap-anywhere">{running.fileName}</p>
        ) : (
          <DropZone limits={limits} onFile={onFile} />
        )}
        {complaint && <FieldError id="file-error">{complaint}</FieldError>}
        {running ? (
          <UploadProgress {...{ sent, onCancel }} />
        ) : (
          <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
            {file ? <PriceLine priceVnd={model.priceVnd} seconds={seconds} /> : <RecordButton onFile={onFile} />}
            <div className="flex items-center gap-3 max-sm:grid max-sm:w-full">
              <ShortcutHint letter="Enter" />
              <Button
                variant="primary"
                icon={<FileText />}
                disabled={!isReady}
                aria-keyshortcuts="Control+Enter Meta+Enter"
                onClick={run}
              >
                {t("run")}
              </Button>
            </div>
          </div>
        )}
      </div>
    </Card>
  );
}
