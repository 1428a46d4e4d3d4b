"use client";

import { useLocale, useTranslations } from "next-intl";
import { Fact } from "@/components/speech/playground/fact";
import { CopyButton } from "@/components/ui/buttons/copy-button";
import { Money } from "@/components/ui/text/money";
import type { Recognized } from "@/lib/api/client/transcription";
import { formatBytes, formatNumber } from "@/lib/platform/i18n/format";

export function TranscriptFacts({ recognized: { response, chargeMilli } }: { recognized: Recognized }) {
  const t = useTranslations("playground.result");
  const locale = useLocale();
  return (
    <dl className="grid grid-cols-2 gap-x-4 gap-y-3 sm:grid-cols-4">
      <Fact label={t("charge")}>
        <Money amountMilli={chargeMilli} />
      </Fact>
      <Fact label={t("billedDuration")}>{t("seconds", { seconds: formatNumber(response.audioDuration, locale) })}</Fact>
      <Fact label={t("processing")}>
        {t("milliseconds", { milliseconds: formatNumber(response.processingTimeMs, locale) })}
      </Fact>
      <Fact label={t("size")}>{formatBytes(response.fileSizeBytes, locale)}</Fact>
      <Fact wide label="trackingId">
        <code className="min-w-0 break-all font-mono text-sm">{response.trackingId}</code>
        <CopyButton text={response.trackingId} />
      </Fact>
    </dl>
  );
}
