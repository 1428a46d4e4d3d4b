import { Download } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { buttonClass } from "@/components/ui/button-class";
import { Notice } from "@/components/ui/notice";
import { Waveform } from "@/components/ui/waveform";
import type { JobView } from "@/lib/history/describe";
import { formatTime } from "@/lib/i18n/format";

/** The call's audio, or since when it is gone. */
export function JobSound({ job }: { job: JobView }) {
  const t = useTranslations("history");
  const locale = useLocale();
  const time = formatTime(job.expiresAt, locale);
  if (!job.audioPath) return !job.isReadable && <Notice>{t("audioGone", { time })}</Notice>;
  return (
    <div className="grid gap-3">
      <Waveform key={job.audioPath} url={job.audioPath} title={t("sound")} />
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <a href={job.audioPath} download className={buttonClass({ size: "small" })}>
          <Download aria-hidden />
          {t("download")}
        </a>
        <span className="text-muted text-sm">{t("keptUntil", { time })}</span>
      </div>
    </div>
  );
}
