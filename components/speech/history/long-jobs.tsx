import { useTranslations } from "next-intl";
import { Badge } from "@/components/ui/text/badge";
import { Card } from "@/components/ui/text/card";
import { RelativeTime } from "@/components/ui/text/relative-time";
import type { UnfinishedJob } from "@/lib/speech/jobs/jobs";

/** The business's long jobs that have not ended, with how far they are. They are rows of the history once they have. */
export function LongJobs({ jobs }: { jobs: readonly UnfinishedJob[] }) {
  const t = useTranslations("history.longJobs");
  if (jobs.length === 0) return null;
  return (
    <Card title={t("title")}>
      <ul className="grid gap-5">
        {jobs.map(({ jobId, kind, modelId, status, progress, secondsLeft, createdAt }) => {
          const percent = t("percent", { percent: Math.floor(progress * 100) });
          return (
            <li key={jobId} className="grid min-w-0 gap-1.5">
              <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
                <span className="wrap-anywhere font-medium">{t(`kinds.${kind}`, { model: modelId })}</span>
                <Badge kind={status === "paused" ? "warning" : undefined}>{t(`statuses.${status}`)}</Badge>
              </div>
              <progress
                className="h-2 w-full overflow-clip rounded-full accent-ink"
                aria-label={percent}
                max={1}
                value={progress}
              />
              <p className="flex flex-wrap gap-x-3 text-muted text-sm tabular-nums">
                <span>{percent}</span>
                {secondsLeft !== null && <span>{t("left", { minutes: Math.ceil(secondsLeft / 60) })}</span>}
                <RelativeTime time={createdAt} />
                <span className="break-all font-mono">{jobId}</span>
              </p>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
