import { Download } from "lucide-react";
import { useLocale, useTimeZone, useTranslations } from "next-intl";
import { buttonClass } from "@/components/ui/buttons/button-class";
import { Notice } from "@/components/ui/feedback/notice";
import { Waveform } from "@/components/ui/sound/waveform";
import { clock } from "@/lib/platform/clock";
import { formatTime } from "@/lib/platform/i18n/format";
import type { JobView } from "@/lib/speech/history/describe";
import { historyPath } from "@/lib/speech/history/path";

/** The job's audio, or since when it is deleted. */
export function JobSound({ job, business }: { job: JobView; business: string }) {
  const t = useTranslations("history");
  const locale = useLocale();
  const timeZone = useTimeZone();
  const now = clock.now();
  const time = formatTime(job.expiresAt, locale, timeZone);
  if (job.status === "failed") return null;
  if (job.deletedAt) return <Notice>{t("deleted", { time: formatTime(job.deletedAt, locale, timeZone) })}</Notice>;
  if (job.expiresAt <= now) return <Notice>{t("audioGone", { time })}</Notice>;
  if (!job.isReadable) return <Notice>{t("elsewhere", { region: t(`regions.${job.region}`) })}</Notice>;
  if (!job.audioPath) return <p className="text-muted text-sm">{t("keptUntil", { time })}</p>;
  return (
    <div className="grid gap-3">
      <Waveform
        key={job.audioPath}
        url={job.isRaw ? `${historyPath(business)}/${job.trackingId}/audio.wav` : job.audioPath}
        title={t("sound")}
      />
      {job.isRaw && <p className="text-muted text-sm">{t("playedAsWav", { format: job.audioFormat ?? "" })}</p>}
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
