import { BookOpen, Captions, Download } from "lucide-react";
import type { Route } from "next";
import { useLocale, useTimeZone, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { labelOf, readingSamples } from "@/components/speech/pronunciations/reading-samples";
import { buttonClass } from "@/components/ui/buttons/button";
import { ButtonLink } from "@/components/ui/buttons/button-link";
import { CopyButton } from "@/components/ui/buttons/copy-button";
import { Notice } from "@/components/ui/feedback/notice";
import { SoundPlayer } from "@/components/ui/sound/sound-player";
import { CodeBlock } from "@/components/ui/text/code-block";
import { Link } from "@/components/ui/text/link";
import { Money } from "@/components/ui/text/money";
import { clock } from "@/lib/platform/clock";
import { formatBytes, formatNumber, formatTime } from "@/lib/platform/i18n/format";
import type { Said } from "@/lib/speech/history/by-request";
import type { JobView } from "@/lib/speech/history/describe";
import { historyPath, jobPath, transcriptPath } from "@/lib/speech/path";
import { ClampedText } from "./clamped-text";
import { EraseDialog } from "./erase-dialog";
import { useErrorText } from "./use-error-text";

type FailureNoticeProps = { code: string; said?: Said | null; isRetryable: boolean; children?: ReactNode };

/** An error with its code, what the response said, what the code means, and whether to send the request again. */
export function FailureNotice({ code, said, isRetryable, children }: FailureNoticeProps) {
  const t = useTranslations();
  const textOf = useErrorText();
  const [saidText, meaning] = [textOf(code, said), textOf(code)];
  return (
    <Notice kind="danger">
      <div className="grid gap-2">
        <Link
          href={`/docs/errors#${code}` as Route}
          className="w-fit break-all font-medium font-mono text-sm underline"
        >
          {code}
        </Link>
        <p>{saidText}</p>
        {!saysAll(saidText, meaning) && <p>{meaning}</p>}
        <p className="text-muted text-sm">
          {t(isRetryable ? "history.failure.retryable" : "history.failure.final")} {children}
        </p>
      </div>
    </Notice>
  );
}

/** Whether a text contains every word of another, which would then only repeat it with less detail. */
function saysAll(text: string, other: string): boolean {
  const wordsOf = (one: string) => one.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  const words = new Set(wordsOf(text));
  return wordsOf(other).every((word) => words.has(word));
}

type JobOutcomeProps = {
  job: Pick<JobView, "status" | "resultCode" | "isRetryable" | "amountMilli">;
  said?: Said | null;
};

/** Why there is no result, if there is none. */
export function JobOutcome({ job, said }: JobOutcomeProps) {
  const t = useTranslations();
  if (job.status === "failed") {
    return (
      <FailureNotice code={job.resultCode ?? "INTERNAL"} said={said} isRetryable={job.isRetryable}>
        {t(job.amountMilli > 0n ? "history.notKept" : "history.notCharged")}
      </FailureNotice>
    );
  }
  if (job.resultCode === "NO_SPEECH_FOUND") return <Notice>{t("history.noSpeechFound")}</Notice>;
  return job.resultCode === "FORMATTING_FAILED" && <Notice kind="warning">{t("history.formattingFailed")}</Notice>;
}

/** The job's audio, or since when it is deleted. */
export function JobSound({ job, business }: { job: JobView; business: string }) {
  const t = useTranslations("history");
  const locale = useLocale();
  const timeZone = useTimeZone();
  const now = clock.now();
  const time = formatTime(job.expiresAt, locale, timeZone);
  if (job.status === "failed") return null;
  if (job.deletedAt) return <Notice>{t("deleted", { time: formatTime(job.deletedAt, locale, timeZone) })}</Notice>;
  if (job.keepsNothing) return <Notice>{t("keepsNothing")}</Notice>;
  if (job.expiresAt <= now) return <Notice>{t("audioGone", { time })}</Notice>;
  if (!job.isReadable) return <Notice>{t("elsewhere", { region: t(`regions.${job.region}`) })}</Notice>;
  if (!job.audioPath) return <p className="text-muted text-sm">{t("keptUntil", { time })}</p>;
  return (
    <div className="grid gap-3">
      <SoundPlayer
        url={job.isRaw ? `${historyPath(business)}/${job.trackingId}/audio.wav` : job.audioPath}
        title={t("sound")}
        seconds={job.audioDuration}
      />
      {job.isRaw && <p className="text-muted text-sm">{t("playedAsWav", { format: job.audioFormat ?? "" })}</p>}
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <a href={job.audioPath} download className={buttonClass({ size: "small" })}>
          <Download aria-hidden />
          {t("download")}
        </a>
        {job.hasChapters && (
          <ButtonLink size="small" href={jobPath(business, job.trackingId)} icon={<BookOpen aria-hidden />}>
            {t("openChapters")}
          </ButtonLink>
        )}
        <span className="text-muted text-sm">{t("keptUntil", { time })}</span>
      </div>
    </div>
  );
}

/** The text that was read, or the transcript with its subtitles and, until it expires, the uploaded audio. */
export function JobWords({ job, business }: { job: JobView; business: string }) {
  const t = useTranslations("history");
  return (
    <>
      {job.inputPath && <SoundPlayer url={job.inputPath} title={t("input")} seconds={job.audioDuration} />}
      {job.words && (
        <div className="grid gap-1">
          <div className="flex items-center gap-1">
            <h3 className="font-medium">{t(job.service === "stt" ? "transcript" : "text")}</h3>
            <CopyButton text={job.words} />
          </div>
          <ClampedText key={job.trackingId} text={job.words} />
        </div>
      )}
      {job.redacted.length > 0 && (
        <Notice>{t("redacted", { kinds: job.redacted.map((kind) => t(`redactedKinds.${kind}`)).join(", ") })}</Notice>
      )}
      {job.isEdited && <Notice>{t("isEdited")}</Notice>}
      {job.words && job.service === "stt" && (
        <div className="flex flex-wrap items-center gap-2">
          <ButtonLink size="small" href={transcriptPath(business, job.trackingId)} icon={<Captions aria-hidden />}>
            {t("openEditor")}
          </ButtonLink>
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

/** How numbers were read, of which few want to see all. */
function Reading({ reading }: { reading: NonNullable<JobView["reading"]> }) {
  const t = useTranslations("history");
  if (reading === "off") return t("readingOff");
  return (
    <details>
      <summary className="w-fit cursor-pointer underline">{t("readingShow")}</summary>
      {readingSamples.map((sample) => labelOf(sample, reading[sample.option] ?? null)).join(", ")}
    </details>
  );
}

export function JobFacts({ job, business }: { job: JobView; business: string }) {
  const t = useTranslations("history");
  const nameOf = useTranslations("apis");
  const locale = useLocale();
  const facts = [
    { label: t("price"), value: <Money amountMilli={job.amountMilli} /> },
    { label: t("filters.mode"), value: job.mode === "test" ? t("modes.test") : "" },
    { label: t("filters.api"), value: job.api ? nameOf(job.api) : "" },
    {
      label: t("duration"),
      value:
        job.status === "failed"
          ? ""
          : t("seconds", { seconds: formatNumber(Number(job.audioDuration.toFixed(2)), locale) }),
    },
    { label: t("characters"), value: job.characters === null ? "" : formatNumber(job.characters, locale) },
    { label: t("size"), value: job.status === "failed" ? "" : formatBytes(job.fileSizeBytes, locale) },
    { label: t("processing"), value: t("milliseconds", { milliseconds: formatNumber(job.processingTimeMs, locale) }) },
    { label: t("rulesVersion"), value: job.rulesVersion ?? "" },
    { label: t("region"), value: t(`regions.${job.region}`) },
    { label: t("metadata"), value: job.metadata ? <MetadataLinks metadata={job.metadata} business={business} /> : "" },
    { label: t("reading"), value: job.reading ? <Reading reading={job.reading} /> : "" },
  ];
  return <Facts facts={facts.filter(({ value }) => value !== "")} />;
}

/** The partner's own keys and values, each of which leads to all requests with it. */
export function MetadataLinks({ metadata, business }: { metadata: unknown; business: string }) {
  return Object.entries((metadata ?? {}) as Record<string, string>).map(([name, value]) => (
    <span key={name} className="block">
      {name}:{" "}
      <Link href={historyPath(business, { q: value })} className="underline">
        {value}
      </Link>
    </span>
  ));
}

/** The request, in the API's own names. */
export function JobRequest({ job }: { job: JobView }) {
  const t = useTranslations("history");
  const facts = [
    ...(job.voiceId ? [{ label: "voiceId", value: <Named name={job.voiceName} id={job.voiceId} /> }] : []),
    { label: "modelId", value: <Named name={job.modelName} id={job.modelId} /> },
    ...(job.engine
      ? [{ label: t("engine"), value: job.engine === "demo-synthetic" ? t("demoEngine") : job.engine }]
      : []),
    ...(job.fileName ? [{ label: t("fileName"), value: job.fileName }] : []),
    { label: "audioFormat", value: job.audioFormat ?? "" },
    { label: "languageCode", value: job.languageCode ?? t("notSent") },
  ];
  return (
    <div className="grid min-w-0 gap-3">
      <h3 className="font-medium">{t("request")}</h3>
      <Facts facts={facts} />
      {job.options && <CodeBlock label="config" code={job.options} />}
    </div>
  );
}

function Named({ name, id }: { name: string | null; id: string | null }) {
  return (
    <>
      {name} {name !== id && <code className="font-mono text-muted text-sm">{id}</code>}
    </>
  );
}

export type Fact = { label: string; value: ReactNode };

export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className="grid grid-cols-2 gap-x-4 gap-y-3">
      {facts.map(({ label, value }) => (
        <div key={label} className="min-w-0">
          <dt className="text-muted text-sm">{label}</dt>
          <dd className="wrap-anywhere tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

type JobActionsProps = { job: JobView; business: string; canErase: boolean };

/** Erases a job's content, or shows the receipt of its erasure. */
export function JobActions({ job, business, canErase }: JobActionsProps) {
  const t = useTranslations("history");
  if (!job.deletedAt && !(job.keepsNothing && job.status === "completed"))
    return canErase && (job.isReadable || job.inputPath) && job.status === "completed" ? (
      <div>
        <EraseDialog business={business} trackingId={job.trackingId} />
      </div>
    ) : null;
  return (
    <div>
      <a
        href={`${historyPath(business)}/${job.trackingId}/receipt.json`}
        download
        className={buttonClass({ size: "small" })}
      >
        <Download aria-hidden />
        {t("receipt")}
      </a>
    </div>
  );
}
