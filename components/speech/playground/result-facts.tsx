"use client";

import { useLocale, useTranslations } from "next-intl";
import { CopyButton } from "@/components/ui/buttons/copy-button";
import { Money } from "@/components/ui/text/money";
import type { Speech } from "@/lib/api/client/speech";
import { formatBytes, formatNumber } from "@/lib/platform/i18n/format";
import { Fact } from "./fact";

/** What the API returned about the run. `speech` is null while it is running. */
export function ResultFacts({ speech }: { speech: Speech | null }) {
  const t = useTranslations("playground.result");
  const locale = useLocale();
  const { response, chargeMilli } = speech ?? {};

  return (
    <dl className="grid grid-cols-2 gap-x-4 gap-y-3 sm:grid-cols-4">
      <Fact label={t("charge")}>{chargeMilli !== undefined && <Money amountMilli={chargeMilli} />}</Fact>
      <Fact label={t("duration")}>
        {response && t("seconds", { seconds: formatNumber(Number(response.audioDuration.toFixed(2)), locale) })}
      </Fact>
      <Fact label={t("processing")}>
        {response && t("milliseconds", { milliseconds: formatNumber(response.processingTimeMs, locale) })}
      </Fact>
      <Fact label={t("size")}>{response && formatBytes(response.fileSizeBytes, locale)}</Fact>
      <Fact wide label="trackingId">
        {response && (
          <>
            <code className="min-w-0 break-all font-mono text-sm">{response.trackingId}</code>
            <CopyButton text={response.trackingId} />
          </>
        )}
      </Fact>
    </dl>
  );
}
