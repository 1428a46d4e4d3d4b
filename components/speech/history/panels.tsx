import { Route as RouteIcon, X } from "lucide-react";
import type { Route } from "next";
import { useLocale, useTimeZone, useTranslations } from "next-intl";
import { type ReactNode, useId } from "react";
import { KeyName } from "@/components/access/key-name";
import { RequestCode } from "@/components/api/code/request-code";
import { RunAgainLink } from "@/components/speech/playground/run-again-link";
import { buttonClass } from "@/components/ui/buttons/button";
import { ButtonLink } from "@/components/ui/buttons/button-link";
import { CopyButton } from "@/components/ui/buttons/copy-button";
import { Notice } from "@/components/ui/feedback/notice";
import { Link } from "@/components/ui/text/link";
import type { CodeRequest } from "@/lib/api/code/request";
import type { Origin } from "@/lib/keys/request-log/origin";
import type { RejectionRow } from "@/lib/keys/request-log/rows";
import { formatTime } from "@/lib/platform/i18n/format";
import type { JobView } from "@/lib/speech/history/describe";
import { tracePath } from "@/lib/speech/path";
import { isTtsFormat } from "@/lib/speech/schema";
import { type Fact, Facts, JobActions, JobFacts, JobOutcome, JobRequest, JobSound, JobWords } from "./job-details";
import { useErrorText } from "./use-error-text";

type JobFrameProps = { title: string; lead?: ReactNode; closed: Route; children: ReactNode };

/** The panel of the open job: beside the list where there is room, instead of it otherwise. */
function JobFrame({ title, lead, closed, children }: JobFrameProps) {
  const t = useTranslations("history");
  const id = useId();
  return (
    <aside
      id="job"
      tabIndex={-1}
      aria-labelledby={id}
      className="min-w-0 scroll-mt-18 rounded-card border border-line bg-raised outline-none xl:sticky xl:top-4 xl:max-h-[calc(100dvh-2rem)] xl:overflow-y-auto"
    >
      <header className="flex items-center justify-between gap-4 border-line border-b py-3 pr-2 pl-4">
        <div className="grid min-w-0 gap-0.5">
          <h2 id={id} className="font-semibold">
            {title}
          </h2>
          {lead && <p className="text-muted text-sm">{lead}</p>}
        </div>
        <ButtonLink href={closed} scroll={false} variant="ghost" size="small" icon={<X aria-hidden />}>
          {t("close")}
        </ButtonLink>
      </header>
      <div className="grid gap-6 p-4">{children}</div>
    </aside>
  );
}

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
        {canRun && <RunAgainLink business={business} job={job} />}
        <ButtonLink size="small" href={tracePath(business, job.trackingId)} icon={<RouteIcon aria-hidden />}>
          {t("openTrace")}
        </ButtonLink>
        <JobActions job={job} business={business} canErase={canErase} />
      </div>
      <OriginFacts origin={origin} business={business} trackingId={job.trackingId} />
      <JobFacts job={job} />
      <JobRequest job={job} />
      <JobCode job={job} baseUrl={baseUrl} />
    </JobFrame>
  );
}

type RejectionPanelProps = { rejection: RejectionRow; origin: Origin; closed: Route; business: string };

/** A request that was rejected before it became a job. */
export function RejectionPanel({ rejection, origin, closed, business }: RejectionPanelProps) {
  const t = useTranslations();
  const lead = formatTime(rejection.createdAt, useLocale(), useTimeZone());
  const textOf = useErrorText();
  const { code, said, standsFor, requestId, call } = rejection;
  return (
    <JobFrame title={t("history.rejected")} lead={lead} closed={closed}>
      <Notice kind="danger">
        {textOf(code, said)}
        {standsFor > 1 && ` ${t("history.standsFor", { count: standsFor })}`}
      </Notice>
      <p>
        <code className="font-mono text-sm">{call}</code>
      </p>
      <OriginFacts origin={origin} business={business} />
      <div>
        <ButtonLink size="small" href={tracePath(business, requestId)} icon={<RouteIcon aria-hidden />}>
          {t("history.openTrace")}
        </ButtonLink>
      </div>
    </JobFrame>
  );
}

/** A job that is not recorded: not yet, or never in this business. Another business's looks the same. */
export function MissingJob({ here, closed }: { here: Route; closed: Route }) {
  const t = useTranslations("history");
  return (
    <JobFrame title={t("missing")} closed={closed}>
      <p className="text-muted">{t("missingLead")}</p>
      <p>
        <a href={here} className={buttonClass({})}>
          {t("lookAgain")}
        </a>
      </p>
    </JobFrame>
  );
}

type OriginFactsProps = {
  origin: Origin;
  business: string;
  /** The trackingId of a job. */
  trackingId?: string;
};

/** What a developer needs of a request: its ids, the key, and the code and field of an error. */
function OriginFacts({ origin: { code, field, requestId, key }, business, trackingId }: OriginFactsProps) {
  const t = useTranslations("history.failure");
  const facts: (Fact | null)[] = [
    trackingId ? { label: "trackingId", value: <Id id={trackingId} /> } : null,
    requestId ? { label: t("requestId"), value: <Id id={requestId} /> } : null,
    key && { label: t("key"), value: <Key used={key} business={business} /> },
    code
      ? {
          label: t("code"),
          value: (
            <Link href={`/docs/errors#${code}` as Route} className="font-mono text-sm underline">
              {code}
            </Link>
          ),
        }
      : null,
    field ? { label: t("field"), value: <code className="font-mono text-sm">{field}</code> } : null,
  ];
  return <Facts facts={facts.filter((fact) => fact !== null)} />;
}

function Id({ id }: { id: string }) {
  return (
    <span className="flex min-w-0 items-center gap-1">
      <code className="min-w-0 break-all font-mono text-sm">{id}</code>
      <CopyButton text={id} />
    </span>
  );
}

function Key({
  used: { id, name, mode, hint, hasPage },
  business,
}: {
  used: NonNullable<Origin["key"]>;
  business: string;
}) {
  return (
    <span className="grid min-w-0">
      {hasPage ? (
        <Link href={`/console/${business}/keys/${id}` as Route} className="wrap-anywhere underline">
          {name}
        </Link>
      ) : (
        <span>{name}</span>
      )}
      <KeyName hint={hint} mode={mode} />
    </span>
  );
}

/** The job's request as code, as long as its text is kept. */
function JobCode({ job, baseUrl }: { job: JobView; baseUrl: string }) {
  const body = bodyOf(job);
  return body && <RequestCode request={{ url: `${baseUrl}/${job.service}`, body }} />;
}

function bodyOf(job: JobView): CodeRequest["body"] | null {
  const { words, voiceId, modelId, audioFormat, options } = job;
  if (job.service === "stt") {
    const fields = { modelId, ...(options && { config: JSON.stringify(JSON.parse(options)) }) };
    return { file: job.fileName ?? "audio.wav", fields };
  }
  if (words === null) return null;
  return {
    json: {
      text: words,
      voiceId,
      modelId,
      // The formats that only `/v1` has are not those of `/tts`.
      ...(audioFormat && isTtsFormat(audioFormat) && { audioFormat }),
      ...(options && { config: JSON.parse(options) }),
      ...(job.reading && { reading: job.reading }),
    },
  };
}
