import type { Route } from "next";
import { useLocale, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { KeyName } from "@/components/access/key-name";
import { useErrorText } from "@/components/speech/history/use-error-text";
import { Link } from "@/components/ui/text/link";
import { RelativeTime } from "@/components/ui/text/relative-time";
import { movementsPath } from "@/lib/money/movements/schema";
import { formatBytes, formatMilliseconds, formatNumber, formatTime, formatVnd } from "@/lib/platform/i18n/format";
import type { Trace, TraceStep } from "@/lib/speech/trace/steps";

type FactsProps<Step = TraceStep> = { step: Step; trace: Trace; business?: string };
type Of<Kind extends TraceStep["kind"]> = FactsProps<Extract<TraceStep, { kind: Kind }>>;

/** What is known of one step, on one line that wraps. */
export function TraceFacts({ step, ...rest }: FactsProps) {
  if (step.kind === "received") return <Received step={step} {...rest} />;
  if (step.kind === "key") return <Key step={step} {...rest} />;
  if (step.kind === "rejected" || step.kind === "failed") return <Failed step={step} {...rest} />;
  if (step.kind === "engine") return <Engine step={step} {...rest} />;
  if (step.kind === "firstWords") return <FirstWords step={step} {...rest} />;
  if (step.kind === "result") return <Result step={step} {...rest} />;
  if (step.kind === "money") return <Money step={step} {...rest} />;
  if (step.kind === "attempt") return <Attempt step={step} {...rest} />;
  if (step.kind === "next") return <Next step={step} {...rest} />;
  if (step.kind === "fetched" || step.kind === "prepared" || step.kind === "ended")
    return <Amount step={step} {...rest} />;
  if (step.kind === "retried" || step.kind === "paused") return <Waits step={step} {...rest} />;
  if (step.kind === "event") return <Line parts={[<Code key="type">{step.type}</Code>]} />;
  return null;
}

const Code = ({ children }: { children: ReactNode }) => <code className="break-all font-mono text-xs">{children}</code>;

/** What is known, separated by points; what is not is left out. */
function Line({ parts }: { parts: readonly ReactNode[] }) {
  const known = parts.filter((part) => part !== null && part !== undefined && part !== "");
  return (
    <p className="wrap-anywhere text-muted text-sm">
      {known.map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a line never move
        <span key={index}>
          {index > 0 && " · "}
          {part}
        </span>
      ))}
    </p>
  );
}

function Received({ step: { call, api, characters, languageCode }, trace }: Of<"received">) {
  const t = useTranslations("trace");
  const nameOf = useTranslations("apis");
  const locale = useLocale();
  return (
    <Line
      parts={[
        call && <Code>{call}</Code>,
        api && t("api", { name: nameOf(api) }),
        trace.region && t(`regions.${trace.region}`),
        characters !== null && t("characters", { count: formatNumber(characters, locale) }),
        languageCode && <Code>{`languageCode: ${languageCode}`}</Code>,
      ].filter(Boolean)}
    />
  );
}

function Key({ step: { key, isPlayground }, business }: Of<"key">) {
  const t = useTranslations("trace");
  const locale = useLocale();
  if (!key) return <Line parts={[t(isPlayground ? "playgroundKey" : "hiddenKey")]} />;
  const cap = key.monthlyCapMilli;
  return (
    <Line
      parts={[
        business ? (
          <Link key="name" href={`/console/${business}/keys/${key.id}` as Route} className="underline">
            {key.name}
          </Link>
        ) : (
          key.name
        ),
        <KeyName key="hint" hint={key.hint} mode={key.mode} />,
        key.requestsPerMinute !== null && t("perMinute", { count: key.requestsPerMinute }),
        key.concurrentCalls !== null && t("concurrent", { count: key.concurrentCalls }),
        cap !== null && t("cap", { amount: formatVnd(cap, locale) }),
        key.requestsPerMinute === null && key.concurrentCalls === null && cap === null && t("businessLimits"),
      ].filter(Boolean)}
    />
  );
}

function Failed({ step }: Of<"rejected" | "failed">) {
  const t = useTranslations();
  const textOf = useErrorText();
  const { code, field, said } = step;
  return (
    <>
      <p>{textOf(code, said)}</p>
      <Line
        parts={[
          <Link key="code" href={`/docs/errors#${code}` as Route} className="font-mono text-xs underline">
            {code}
          </Link>,
          field && t("trace.field", { field }),
          step.kind === "rejected" && step.standsFor > 1 && t("trace.standsFor", { count: step.standsFor }),
        ].filter(Boolean)}
      />
    </>
  );
}

function FirstWords({ step }: Of<"firstWords">) {
  const t = useTranslations("trace");
  return <Line parts={[t("finals", { count: step.finals })]} />;
}

/** How much of a long job was fetched, prepared or done. */
function Amount({ step }: Of<"fetched" | "prepared" | "ended">) {
  const t = useTranslations("trace");
  const locale = useLocale();
  if (step.kind === "fetched") return <Line parts={[formatBytes(BigInt(step.sizeBytes), locale)]} />;
  if (step.kind === "prepared") return <Line parts={[t("parts", { count: step.parts })]} />;
  return <Line parts={[t("partsDone", { done: step.done, count: step.parts })]} />;
}

function Waits({ step }: Of<"retried" | "paused">) {
  const t = useTranslations("trace");
  const part = step.kind === "retried" && step.part !== null && t("part", { number: step.part });
  const attempt = step.kind === "retried" && t("attempt", { number: step.attempt });
  return <Line parts={[part, attempt, <Code key="code">{step.code}</Code>].filter(Boolean)} />;
}

function Engine({ step }: Of<"engine">) {
  const t = useTranslations("trace");
  const locale = useLocale();
  return (
    <Line
      parts={[
        step.modelName,
        step.voiceName,
        t("took", { time: formatMilliseconds(step.processingTimeMs, locale) }),
        step.rulesVersion && t("rules", { version: step.rulesVersion }),
      ].filter(Boolean)}
    />
  );
}

function Result({ step: { format, sizeBytes, durationSeconds, expiresAt } }: Of<"result">) {
  const t = useTranslations("trace");
  const locale = useLocale();
  return (
    <Line
      parts={[
        format && <Code>{format}</Code>,
        formatBytes(sizeBytes, locale),
        t("seconds", { seconds: formatNumber(Number(durationSeconds.toFixed(2)), locale) }),
        expiresAt ? t.rich("keptUntil", { when: () => <RelativeTime time={expiresAt} /> }) : t("nothingKept"),
      ]}
    />
  );
}

function Money({ step: { amountMilli, price }, trace, business }: Of<"money">) {
  const t = useTranslations("trace");
  const locale = useLocale();
  return (
    <Line
      parts={[
        <strong key="amount" className="font-medium text-ink tabular-nums">
          {formatVnd(amountMilli, locale)}
        </strong>,
        price &&
          t(`prices.${price.unit}`, {
            units: formatNumber(price.units, locale),
            price: formatVnd(BigInt(price.priceVnd) * 1000n, locale),
          }),
        price && t("priceSince", { time: formatTime(price.since, locale) }),
        business && (
          <Link href={movementsPath(business, { trackingId: trace.id })} className="underline">
            {t("openMovements")}
          </Link>
        ),
      ].filter(Boolean)}
    />
  );
}

const deliveryPath = (business: string, { endpointId, deliveryId }: { endpointId: string; deliveryId: string }) =>
  `/console/${business}/webhooks/${endpointId}/deliveries/${deliveryId}` as Route;

/** By its description and address; people outside the business see its host alone. */
function EndpointName({ name, host, path }: { name: string | null; host: string; path: string }) {
  return (
    <>
      {name && <span className="text-ink">{name} </span>}
      <Code>{`${host}${path === "/" ? "" : path}`}</Code>
    </>
  );
}

function Attempt({ step, business }: Of<"attempt">) {
  const t = useTranslations();
  const locale = useLocale();
  const { error, statusCode, durationMs, number } = step;
  const id = `webhooks.errors.${error}`;
  return (
    <Line
      parts={[
        <EndpointName key="endpoint" {...step} />,
        t("trace.attempt", { number }),
        error === null ? (
          <Code key="status">{statusCode}</Code>
        ) : t.has(id) ? (
          t(id, { status: statusCode ?? 0 })
        ) : (
          error
        ),
        formatMilliseconds(durationMs, locale),
        business && (
          <Link href={deliveryPath(business, step)} className="underline">
            {t("trace.openDelivery")}
          </Link>
        ),
      ].filter(Boolean)}
    />
  );
}

function Next({ step, business }: Of<"next">) {
  const t = useTranslations("trace");
  return (
    <Line
      parts={[
        <EndpointName key="endpoint" {...step} />,
        <RelativeTime key="when" time={step.at} />,
        business && (
          <Link href={deliveryPath(business, step)} className="underline">
            {t("openDelivery")}
          </Link>
        ),
      ].filter(Boolean)}
    />
  );
}
