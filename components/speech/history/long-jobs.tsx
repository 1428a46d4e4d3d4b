"use client";

import { useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useEffect } from "react";
import { TimeLeft } from "@/components/speech/jobs/live-job";
import { ProgressBar } from "@/components/ui/feedback/progress-bar";
import { Badge } from "@/components/ui/text/badge";
import { Card } from "@/components/ui/text/card";
import { Link } from "@/components/ui/text/link";
import { RelativeTime } from "@/components/ui/text/relative-time";
import { type UnfinishedJob, unfinishedJobsQuery } from "@/lib/speech/jobs/queries";
import { jobPath } from "@/lib/speech/path";

type LongJobsProps = { business: string; jobs: readonly UnfinishedJob[] };

/** The business's long jobs that have not ended, kept current. They are rows of the history once they have. */
export function LongJobs({ business, jobs: first }: LongJobsProps) {
  const t = useTranslations("history.longJobs");
  const words = useTranslations("longJob");
  const router = useRouter();
  const { data: jobs } = useQuery({ ...unfinishedJobsQuery(business), initialData: [...first] });
  const isNews = first.some(({ jobId }) => jobs.every((job) => job.jobId !== jobId));
  useEffect(() => {
    if (isNews) router.refresh();
  }, [isNews, router]);

  if (jobs.length === 0) return null;
  return (
    <Card title={t("title")}>
      <ul className="grid gap-5">
        {jobs.map(({ jobId, kind, name, modelId, status, progress, secondsLeft, createdAt }) => {
          const percent = words("percent", { percent: Math.floor(progress * 100) });
          return (
            <li key={jobId} className="grid min-w-0 gap-1.5">
              <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
                <Link
                  href={jobPath(business, jobId)}
                  className="wrap-anywhere font-medium underline underline-offset-2"
                >
                  {name ?? t(`kinds.${kind}`, { model: modelId })}
                </Link>
                <Badge kind={status === "paused" ? "warning" : undefined}>{words(`statuses.${status}`)}</Badge>
              </div>
              <ProgressBar label={percent} value={progress} />
              <p className="flex flex-wrap gap-x-3 text-muted text-sm tabular-nums">
                <span>{percent}</span>
                {secondsLeft !== null && <TimeLeft seconds={secondsLeft} />}
                <RelativeTime time={new Date(createdAt)} />
                <span className="break-all font-mono">{jobId}</span>
              </p>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
