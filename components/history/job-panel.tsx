import type { Route } from "next";
import { useLocale, useTranslations } from "next-intl";
import { CopyButton } from "@/components/ui/copy-button";
import type { JobView } from "@/lib/history/describe";
import { formatTime } from "@/lib/i18n/format";
import { JobFacts } from "./job-facts";
import { JobFrame } from "./job-frame";
import { JobRequest } from "./job-request";
import { JobSound } from "./job-sound";

export function JobPanel({ job, closed }: { job: JobView; closed: Route }) {
  const t = useTranslations("history");
  const locale = useLocale();
  return (
    <JobFrame title={t(`services.${job.service}`)} lead={formatTime(job.createdAt, locale)} closed={closed}>
      <JobSound job={job} />
      <div className="grid gap-1">
        <h3 className="text-muted text-sm">trackingId</h3>
        <span className="flex min-w-0 items-center gap-1">
          <code className="min-w-0 break-all font-mono text-sm">{job.trackingId}</code>
          <CopyButton text={job.trackingId} />
        </span>
      </div>
      <JobFacts job={job} />
      {job.words !== null && (
        <div className="grid gap-1">
          <h3 className="font-medium">{t("text")}</h3>
          <p className="max-w-text whitespace-pre-wrap wrap-anywhere">{job.words}</p>
        </div>
      )}
      <JobRequest job={job} />
    </JobFrame>
  );
}
