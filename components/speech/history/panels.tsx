import { clsx } from "clsx";
import { ChevronDown, ChevronUp, Route as RouteIcon, X } from "lucide-react";
import type { Route } from "next";
import { useLocale, useTimeZone, useTranslations } from "next-intl";
import { type ReactNode, useId } from "react";
import { KeyName } from "@/components/access/key-name";
import { RequestCode } from "@/components/api/code/request-code";
import { RunAgainLink } from "@/components/speech/playground/run-again-link";
import { buttonClass } from "@/components/ui/buttons/button";
import { ButtonLink } from "@/components/ui/buttons/button-link";
import { CopyButton } from "@/components/ui/buttons/copy-button";
import { Link } from "@/components/ui/text/link";
import type { CodeRequest } from "@/lib/api/code/request";
import type { Origin } from "@/lib/keys/request-log/origin";
import type { RejectionRow } from "@/lib/keys/request-log/rows";
import { formatExactTime } from "@/lib/platform/i18n/format";
import type { JobView } from "@/lib/speech/history/describe";
import { tracePath } from "@/lib/speech/path";
import { isTtsFormat } from "@/lib/speech/schema";
import {
  type Fact,
  Facts,
  FailureNotice,
  JobActions,
  JobFacts,
  JobOutcome,
  JobRequest,
  JobSound,
  JobWords,
  MetadataLinks,
} from "./job-details";

/** Where the panel leads: to the list alone, and to the requests before and after in the list. */
export type PanelPlace = { closed: Route; newer?: Route; older?: Route };

type JobFrameProps = { title: string; lead?: ReactNode; place: PanelPlace; acts?: ReactNode; children: ReactNode };

/** The panel of the open request. It floats over the list, which stays as it is; on a phone it fills the screen. */
function JobFrame({ title, lead, place, acts, children }: JobFrameProps) {
  const t = useTranslations("history");
  const id = useId();
  return (
    <aside
      id="job"
      tabIndex={-1}
      aria-labelledby={id}
      className="fixed inset-0 z-30 overflow-y-auto overscroll-contain bg-raised outline-none sm:inset-y-3 sm:right-3 sm:left-auto sm:w-[30rem] sm:rounded-card sm:border sm:border-line sm:shadow-float print:static print:w-auto"
    >
      <header className="sticky top-0 z-10 grid gap-3 border-line border-b bg-raised py-3 pr-2 pl-4">
        <div className="flex items-center gap-1">
          <div className="mr-auto grid min-w-0 gap-0.5">
            <h2 id={id} className="font-semibold">
              {title}
            </h2>
            {lead && <p className="text-muted text-sm tabular-nums">{lead}</p>}
          </div>
          <PanelLink href={place.newer} label={t("newerRequest")} icon={<ChevronUp aria-hidden />} replace />
          <PanelLink href={place.older} label={t("olderRequest")} icon={<ChevronDown aria-hidden />} replace />
          <PanelLink href={place.closed} label={t("close")} icon={<X aria-hidden />} />
        </div>
        {acts && <div className="flex flex-wrap gap-2 pr-2">{acts}</div>}
      </header>
      <div className="grid grid-cols-1 gap-6 p-4">{children}</div>
    </aside>
  );
}

type PanelLinkProps = { href: Route | undefined; label: string; icon: ReactNode; replace?: boolean };

/** An act of the panel's head as an icon; dim where there is nothing to go to, so that the others stay in place. */
function PanelLink({ href, label, icon, replace }: PanelLinkProps) {
  const look =
    "inline-flex size-9 shrink-0 items-center justify-center rounded-control text-muted pointer-coarse:size-11";
  return href ? (
    <Link
      href={href}
      scroll={false}
      replace={replace}
      aria-label={label}
      title={label}
      className={clsx(look, "transition-colors hover:bg-hover hover:text-ink [&_svg]:size-4")}
    >
      {icon}
    </Link>
  ) : (
    <span aria-hidden className={clsx(look, "opacity-40 [&_svg]:size-4")}>
      {icon}
    </span>
  );
}

type JobPanelProps = {
  job: JobView;
  /** The URL of the API in the job's region. */
  baseUrl: string;
  origin: Origin;
  place: PanelPlace;
  business: string;
  canErase: boolean;
  canRun: boolean;
};

export function JobPanel({ job, baseUrl, origin, place, business, canErase, canRun }: JobPanelProps) {
  const t = useTranslations("history");
  return (
    <JobFrame
      title={t(`services.${job.service}`)}
      lead={formatExactTime(job.createdAt, useLocale(), useTimeZone())}
      place={place}
      acts={
        <>
          {canRun && <RunAgainLink business={business} job={job} />}
          <TraceLink business={business} id={job.trackingId} />
          <JobActions job={job} business={business} canErase={canErase} />
        </>
      }
    >
      <JobOutcome job={job} said={origin.said} />
      <JobSound job={job} business={business} />
      <JobWords job={job} business={business} />
      <OriginFacts origin={origin} business={business} trackingId={job.trackingId} />
      <JobFacts job={job} business={business} />
      <JobRequest job={job} />
      <JobCode job={job} baseUrl={baseUrl} />
    </JobFrame>
  );
}

function TraceLink({ business, id }: { business: string; id: string }) {
  const t = useTranslations("history");
  return (
    <ButtonLink size="small" href={tracePath(business, id)} icon={<RouteIcon aria-hidden />}>
      {t("openTrace")}
    </ButtonLink>
  );
}

type RejectionPanelProps = { rejection: RejectionRow; origin: Origin; place: PanelPlace; business: string };

/** A request that was rejected before it became a job. */
export function RejectionPanel({ rejection, origin, place, business }: RejectionPanelProps) {
  const t = useTranslations("history");
  const { code, said, isRetryable, standsFor, requestId, call, metadata } = rejection;
  const facts = [
    { label: t("request"), value: <code className="font-mono text-sm">{call}</code> },
    ...(metadata ? [{ label: t("metadata"), value: <MetadataLinks metadata={metadata} business={business} /> }] : []),
  ];
  return (
    <JobFrame
      title={t("rejected")}
      lead={formatExactTime(rejection.createdAt, useLocale(), useTimeZone())}
      place={place}
      acts={<TraceLink business={business} id={requestId} />}
    >
      <FailureNotice code={code} said={said} isRetryable={isRetryable}>
        {standsFor > 1 && t("standsFor", { count: standsFor })}
      </FailureNotice>
      <Facts facts={facts} />
      <OriginFacts origin={origin} business={business} />
    </JobFrame>
  );
}

/** A job that is not recorded: not yet, or never in this business. Another business's looks the same. */
export function MissingJob({ here, closed }: { here: Route; closed: Route }) {
  const t = useTranslations("history");
  return (
    <JobFrame title={t("missing")} place={{ closed }}>
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

/** What a developer needs of a request: its ids, the key, and the field of an error. */
function OriginFacts({ origin: { field, requestId, key }, business, trackingId }: OriginFactsProps) {
  const t = useTranslations("history.failure");
  const facts: (Fact | null)[] = [
    trackingId ? { label: "trackingId", value: <Id id={trackingId} /> } : null,
    requestId ? { label: t("requestId"), value: <Id id={requestId} /> } : null,
    key && { label: t("key"), value: <Key used={key} business={business} /> },
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
