import { useLocale, useTranslations } from "next-intl";
import { labelOf, readingSamples } from "@/components/speech/pronunciations/reading-samples";
import { Money } from "@/components/ui/text/money";
import { formatBytes, formatNumber } from "@/lib/platform/i18n/format";
import type { JobView } from "@/lib/speech/history/describe";
import { Facts } from "./facts";

/** How numbers were read, of which few want to see all. */
function Reading({ reading }: { reading: NonNullable<JobView["reading"]> }) {
  const t = useTranslations("history");
  if (reading === "off") return t("readingOff");
  return (
    <details>
      <summary className="w-fit cursor-pointer underline">{t("readingShow")}</summary>
      {sayReading(reading)}
    </details>
  );
}

const sayReading = (reading: Exclude<JobView["reading"], "off">) =>
  reading ? readingSamples.map((sample) => labelOf(sample, reading[sample.option] ?? null)).join(", ") : "";

export function JobFacts({ job }: { job: JobView }) {
  const t = useTranslations("history");
  const locale = useLocale();
  const facts = [
    { label: t("price"), value: <Money amountMilli={job.amountMilli} /> },
    { label: t("filters.mode"), value: job.mode === "test" ? t("modes.test") : "" },
    {
      label: t("duration"),
      value:
        job.status === "failed"
          ? ""
          : t("seconds", { seconds: formatNumber(Number(job.audioDuration.toFixed(2)), locale) }),
    },
    { label: t("characters"), value: job.characters === null ? "" : formatNumber(job.characters, locale) },
    { label: t("size"), value: job.status === "failed" ? "" : formatBytes(job.fileSizeBytes, locale) },
    { label: t("processing"), value: t("milliseconds", { milliseconds: formatNumber(job.processingTimeMs, locale) }) },
    { label: t("rulesVersion"), value: job.rulesVersion ?? "" },
    { label: t("region"), value: t(`regions.${job.region}`) },
    {
      label: t("metadata"),
      value: Object.entries((job.metadata ?? {}) as Record<string, string>)
        .map(([name, value]) => `${name}: ${value}`)
        .join(", "),
    },
    { label: t("reading"), value: job.reading ? <Reading reading={job.reading} /> : "" },
  ];
  return <Facts facts={facts.filter(({ value }) => value !== "")} />;
}
