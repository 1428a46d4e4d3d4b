import { Download } from "lucide-react";
import { useTranslations } from "next-intl";
import { buttonClass } from "@/components/ui/buttons/button-class";
import { CopyButton } from "@/components/ui/buttons/copy-button";
import { Waveform } from "@/components/ui/sound/waveform";
import type { JobView } from "@/lib/speech/history/describe";
import { historyPath } from "@/lib/speech/history/path";

/** The text that was read, or the transcript with its subtitles and, until it expires, the uploaded audio. */
export function JobWords({ job, business }: { job: JobView; business: string }) {
  const t = useTranslations("history");
  return (
    <>
      {job.inputPath && <Waveform key={job.inputPath} url={job.inputPath} title={t("input")} />}
      {job.words && (
        <div className="grid gap-1">
          <div className="flex items-center gap-1">
            <h3 className="font-medium">{t(job.service === "stt" ? "transcript" : "text")}</h3>
            <CopyButton text={job.words} />
          </div>
          <p className="max-w-text whitespace-pre-wrap wrap-anywhere">{job.words}</p>
        </div>
      )}
      {job.words && job.service === "stt" && (
        <div className="flex flex-wrap gap-2">
          {["srt", "vtt"].map((format) => (
            <a
              key={format}
              href={`${historyPath(business)}/${job.trackingId}/transcript.${format}`}
              download
              className={buttonClass({ size: "small" })}
            >
              <Download aria-hidden />
              {format.toUpperCase()}
            </a>
          ))}
        </div>
      )}
    </>
  );
}
