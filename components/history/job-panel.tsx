import type { Route } from "next";
import { useLocale, useTimeZone, useTranslations } from "next-intl";
import { tracePath } from "@/components/trace/trace-path";
import { CopyButton } from "@/components/ui/buttons/copy-button";
import { Link } from "@/components/ui/text/link";
import type { JobView } from "@/lib/history/describe";
import { formatTime } from "@/lib/i18n/format";
import type { Failure } from "@/lib/request-log/failure";
import { JobActions } from "./job-actions";
import { JobFacts } from "./job-facts";
import { JobFailure } from "./job-failure";
import { JobFrame } from "./job-frame";
import { JobOutcome } from "./job-outcome";
import { JobRequest } from "./job-request";
import { JobSound } from "./job-sound";
import { JobWords } from "./job-words";

type JobPanelProps = { job: JobView; failure: Failure | null; closed: Route; business: string; canErase: boolean };

export function JobPanel({ job, failure, closed, business, canErase }: JobPanelProps) {
  const t = useTranslations("history");
  const locale = useLocale();
  const timeZone = useTimeZone();
  return (
    <JobFrame title={t(`services.${job.service}`)} lead={formatTime(job.createdAt, locale, timeZone)} closed={closed}>
      <JobOutcome job={job} />
      {failure && <JobFailure failure={failure} business={business} />}
      <JobSound job={job} business={business} />
      <JobWords job={job} business={business} />
      <div className="grid gap-1">
        <h3 className="text-muted text-sm">trackingId</h3>
        <span className="flex min-w-0 items-center gap-1">
          <code className="min-w-0 break-all font-mono text-sm">{job.trackingId}</code>
          <CopyButton text={job.trackingId} />
        </span>
        <Link href={tracePath(business, job.trackingId)} className="w-fit underline">
          {t("openTrace")}
        </Link>
      </div>
      <JobFacts job={job} />
      <JobRequest job={job} />
      <JobActions {...{ job, business, canErase }} />
    </JobFrame>
  );
}
