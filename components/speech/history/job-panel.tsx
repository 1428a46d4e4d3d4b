import { Route as RouteIcon } from "lucide-react";
import type { Route } from "next";
import { useLocale, useTimeZone, useTranslations } from "next-intl";
import { RunAgainLink } from "@/components/speech/playground/run-again-link";
import { ButtonLink } from "@/components/ui/buttons/button-link";
import type { Origin } from "@/lib/keys/request-log/origin";
import { formatTime } from "@/lib/platform/i18n/format";
import type { JobView } from "@/lib/speech/history/describe";
import { tracePath } from "@/lib/speech/trace/path";
import { JobActions } from "./job-actions";
import { JobCode } from "./job-code";
import { JobFacts } from "./job-facts";
import { JobFrame } from "./job-frame";
import { JobOutcome } from "./job-outcome";
import { JobRequest } from "./job-request";
import { JobSound } from "./job-sound";
import { JobWords } from "./job-words";
import { OriginFacts } from "./origin-facts";

type JobPanelProps = {
  job: JobView;
  /** The URL of the API in the job's region. */
  baseUrl: string;
  origin: Origin;
  closed: Route;
  business: string;
  canErase: boolean;
  canRun: boolean;
};

export function JobPanel({ job, baseUrl, origin, closed, business, canErase, canRun }: JobPanelProps) {
  const t = useTranslations("history");
  const locale = useLocale();
  const timeZone = useTimeZone();
  return (
    <JobFrame title={t(`services.${job.service}`)} lead={formatTime(job.createdAt, locale, timeZone)} closed={closed}>
      <JobOutcome job={job} said={origin.said} />
      <JobSound job={job} business={business} />
      <JobWords job={job} business={business} />
      <div className="flex flex-wrap gap-2">
        {canRun && <RunAgainLink {...{ business, job }} />}
        <ButtonLink size="small" href={tracePath(business, job.trackingId)} icon={<RouteIcon aria-hidden />}>
          {t("openTrace")}
        </ButtonLink>
        <JobActions {...{ job, business, canErase }} />
      </div>
      <OriginFacts {...{ origin, business }} trackingId={job.trackingId} />
      <JobFacts job={job} />
      <JobRequest job={job} />
      <JobCode job={job} baseUrl={baseUrl} />
    </JobFrame>
  );
}
