"use client";

import { BookAudio } from "lucide-react";
import { useTranslations } from "next-intl";
import { RunFailure } from "@/components/speech/playground/bench-parts";
import { Button } from "@/components/ui/buttons/button";
import { Notice } from "@/components/ui/feedback/notice";
import { Skeleton } from "@/components/ui/feedback/skeleton";
import { Money } from "@/components/ui/text/money";
import type { JobOrder } from "@/lib/api/client/jobs";
import type { Changes } from "./book-chapters";
import { useOrdering, useOrderPreview } from "./use-order";

type ChangeBarProps = { business: string; jobId: string; changes: Changes; onDiscard: () => void };

/** What was changed and what reading that again costs, before it is confirmed. */
export function ChangeBar({ business, jobId, changes, onDiscard }: ChangeBarProps) {
  const t = useTranslations("books.job");
  const parts = [...changes].flatMap(([number, { before, text }]) => (text === before ? [] : [{ number, text }]));
  const wanted: JobOrder | null = parts.length > 0 ? { kind: "tts", fromJobId: jobId, parts } : null;
  const found = useOrderPreview(business, wanted);
  const preview = found.isCurrent ? found.data?.preview : undefined;
  const message = found.isError ? t("failed") : found.data?.message;
  const { isSending, failure, order } = useOrdering(business);

  return (
    <div className="sticky bottom-0 z-10 -mx-4 -mb-4 grid gap-3 rounded-b-card border-line border-t bg-raised px-4 py-3">
      {message !== undefined && found.isCurrent && <Notice kind="danger">{message || t("failed")}</Notice>}
      {failure && (
        <div role="alert">
          <RunFailure failure={failure} kept={t("changesKept")} />
        </div>
      )}
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p role="status" className="flex flex-wrap gap-x-3 text-muted text-sm tabular-nums">
          <span>{t("changes", { count: parts.length })}</span>
          {preview ? (
            <>
              <span>{t("readAgain", { count: preview.parts })}</span>
              <strong className="font-medium text-ink">
                <Money amountMilli={preview.amountMilli} />
              </strong>
            </>
          ) : (
            wanted && message === undefined && <Skeleton className="h-5 w-32" />
          )}
        </p>
        <div className="flex flex-wrap gap-2">
          <Button onClick={onDiscard}>{t("discard")}</Button>
          <Button
            variant="primary"
            icon={<BookAudio />}
            disabled={!preview}
            pending={isSending}
            onClick={() => wanted && preview && void order(wanted, preview.priceId)}
          >
            {t("confirm")}
          </Button>
        </div>
      </div>
    </div>
  );
}
