"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useLocale, useTranslations } from "next-intl";
import { type ReactNode, useEffect } from "react";
import { Notice } from "@/components/ui/feedback/notice";
import { ProgressBar } from "@/components/ui/feedback/progress-bar";
import { Badge, type BadgeKind } from "@/components/ui/text/badge";
import { Card } from "@/components/ui/text/card";
import { Fact, IdLine } from "@/components/ui/text/fact";
import { Money } from "@/components/ui/text/money";
import { RelativeTime } from "@/components/ui/text/relative-time";
import { balanceQuery } from "@/lib/money/wallet/queries";
import { formatBytes, formatDuration, formatNumber, formatSeconds } from "@/lib/platform/i18n/format";
import { isUnfinished, type JobProgress, jobQuery } from "@/lib/speech/jobs/queries";
import { NotifyButton } from "./notify-button";
import { watchJob } from "./watched";

const badges: Record<JobProgress["status"], BadgeKind> = {
  queued: "neutral",
  running: "info",
  paused: "warning",
  finishing: "info",
  succeeded: "success",
  failed: "danger",
  canceled: "neutral",
};

type LiveJobProps = {
  business: string;
  job: JobProgress;
  /** What is said of its state. The page is rendered again when that changes. */
  children: ReactNode;
};

/** How far a job is, of either kind, kept current until it has ended. */
export function LiveJob({ business, job: first, children }: LiveJobProps) {
  const t = useTranslations("longJob");
  const router = useRouter();
  const queries = useQueryClient();
  const { data: job, isError } = useQuery({ ...jobQuery(business, first.jobId), initialData: first });
  const isOpen = isUnfinished(job);
  const isNews = job.status !== first.status || job.resultCode !== first.resultCode;
  const { jobId } = first;

  useEffect(() => {
    if (!isNews) return;
    router.refresh();
    void queries.invalidateQueries(balanceQuery(business));
  }, [isNews, router, queries, business]);
  useEffect(() => {
    if (isOpen) watchJob(business, jobId);
  }, [isOpen, business, jobId]);

  return (
    <Card
      title={t("progress")}
      action={
        <span role="status">
          <Badge kind={badges[job.status]}>{t(`statuses.${job.status}`)}</Badge>
        </span>
      }
    >
      <div className="grid gap-5">
        {children}
        {isOpen && <Progress job={job} />}
        {isError && <Notice kind="warning">{t("stale")}</Notice>}
        <JobFacts job={job} />
        {isOpen && (
          <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
            <p className="text-muted text-sm">{t("leave")}</p>
            <NotifyButton />
          </div>
        )}
      </div>
    </Card>
  );
}

function Progress({ job }: { job: JobProgress }) {
  const t = useTranslations("longJob");
  const { stage, status, progress, secondsLeft, retriedFor } = job;
  const isMeasured = stage === "work" || stage === "finish";
  const percent = t("percent", { percent: Math.floor(progress * 100) });
  const now = stageText(job, t);
  useTabTitle(isMeasured ? percent : now);
  return (
    <div className="grid gap-1.5">
      <p className="font-medium">{now}</p>
      <ProgressBar
        label={isMeasured ? percent : now}
        value={isMeasured || status === "queued" ? progress : undefined}
      />
      <p className="flex flex-wrap gap-x-4 gap-y-1 text-muted text-sm tabular-nums">
        {isMeasured && <span>{percent}</span>}
        <Done job={job} />
        {secondsLeft !== null && <TimeLeft seconds={secondsLeft} />}
      </p>
      {retriedFor !== null && <p className="text-muted text-sm">{t("retried", { code: retriedFor })}</p>}
    </div>
  );
}

/** The title of the browser's tab while this is shown. */
function useTabTitle(title: string) {
  useEffect(() => {
    const before = document.title;
    document.title = `${title} · Vang`;
    return () => {
      document.title = before;
    };
  }, [title]);
}

function stageText({ kind, stage, status, parts, partsDone }: JobProgress, t: ReturnType<typeof useTranslations>) {
  if (status === "queued") return t("waiting");
  if (status === "paused" && parts !== null) return t("partsDone", { done: partsDone ?? 0, parts });
  if (stage === "work" && parts !== null)
    return t(`stages.work.${kind}`, { part: Math.min(parts, (partsDone ?? 0) + 1), parts });
  return stage === "fetch" || stage === "finish" ? t(`stages.${stage}`) : t(`stages.prepare.${kind}`);
}

function Done({ job: { kind, secondsDone, secondsTotal, charactersDone, charactersTotal } }: { job: JobProgress }) {
  const t = useTranslations("longJob");
  const locale = useLocale();
  if (kind === "tts" && charactersTotal !== null) {
    const [done, total] = [charactersDone ?? 0, charactersTotal].map((count) => formatNumber(count, locale));
    return <span>{t("charactersOf", { done: done ?? "", total: total ?? "" })}</span>;
  }
  if (secondsTotal === null) return null;
  return <span>{t("secondsOf", { done: formatSeconds(secondsDone), total: formatSeconds(secondsTotal) })}</span>;
}

/** About how long something still takes, in words that change seldom. */
export function TimeLeft({ seconds }: { seconds: number }) {
  const t = useTranslations("longJob");
  const minutes = Math.ceil(seconds / 60);
  return (
    <span>
      {minutes < 60
        ? t("left", { minutes })
        : t("hoursLeft", { hours: Math.floor(minutes / 60), minutes: minutes % 60 })}
    </span>
  );
}

function JobFacts({ job }: { job: JobProgress }) {
  const t = useTranslations("longJob.facts");
  const locale = useLocale();
  const { chargedMilli, totalMilli, secondsTotal, modelId, sizeBytes, createdAt, endedAt, jobId, mode } = job;
  const isOpen = isUnfinished(job);
  return (
    <dl className="grid grid-cols-2 gap-x-4 gap-y-3 sm:grid-cols-4">
      <Fact label={t(isOpen ? "chargedSoFar" : "charged")}>
        {mode === "test" ? t("test") : <Money amountMilli={BigInt(chargedMilli)} />}
        {totalMilli !== null && mode === "live" && (
          <span className="block text-muted text-sm">
            {t.rich("expected", { price: () => <Money amountMilli={BigInt(totalMilli)} /> })}
          </span>
        )}
      </Fact>
      {secondsTotal !== null && <Fact label={t("length")}>{formatSeconds(secondsTotal)}</Fact>}
      <Fact label={t("model")}>{modelId}</Fact>
      {sizeBytes > 0 && <Fact label={t("size")}>{formatBytes(sizeBytes, locale)}</Fact>}
      <Fact label={t("created")}>
        <RelativeTime time={new Date(createdAt)} />
      </Fact>
      {endedAt && <Fact label={t("took")}>{formatDuration(Date.parse(endedAt) - Date.parse(createdAt), locale)}</Fact>}
      <Fact label="trackingId" wide>
        <IdLine id={jobId} />
      </Fact>
    </dl>
  );
}
