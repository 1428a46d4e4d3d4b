import { clsx } from "clsx";
import { useLocale, useTranslations } from "next-intl";
import { CopyButton } from "@/components/ui/buttons/copy-button";
import { Badge } from "@/components/ui/text/badge";
import { CodeBlock } from "@/components/ui/text/code-block";
import { RelativeTime } from "@/components/ui/text/relative-time";
import { formatNumber } from "@/lib/platform/i18n/format";
import type { AttemptView, Header, Phase } from "@/lib/webhooks/delivery-log/describe";
import { useAttemptAdvice, useAttemptWords } from "./attempt-words";

/** A delivery's attempts, the newest first and open. */
export function AttemptList({ attempts }: { attempts: readonly AttemptView[] }) {
  const t = useTranslations("webhooks.delivery");
  if (attempts.length === 0) return <p className="text-muted">{t("noAttempts")}</p>;
  return (
    <ol className="grid min-w-0 gap-3">
      {attempts.map((attempt, index) => (
        <li key={attempt.id} className="min-w-0">
          <AttemptEntry attempt={attempt} isOpen={index === 0} />
        </li>
      ))}
    </ol>
  );
}

function AttemptEntry({ attempt, isOpen }: { attempt: AttemptView; isOpen: boolean }) {
  const t = useTranslations("webhooks.attempt");
  const locale = useLocale();
  const words = useAttemptWords()(attempt);
  const advice = useAttemptAdvice()(attempt);
  const { number, startedAt, durationMs, statusCode, error, url, address } = attempt;
  return (
    <details open={isOpen} className="min-w-0 rounded-card border border-line bg-raised">
      <summary className="flex cursor-pointer flex-wrap items-center gap-x-3 gap-y-1 px-4 py-3">
        <h3 className="font-medium">{t("title", { number })}</h3>
        <Badge kind={error === null ? "success" : "danger"}>{statusCode ?? t("noResponse")}</Badge>
        <span className="text-muted text-sm tabular-nums">{t("ms", { ms: formatNumber(durationMs, locale) })}</span>
        <span className="ml-auto text-muted text-sm">
          <RelativeTime time={startedAt} />
        </span>
        {words && <span className="w-full text-danger text-sm">{words}</span>}
      </summary>
      <div className="grid min-w-0 gap-5 border-line border-t p-4">
        {advice && <p className="max-w-text">{advice}</p>}
        <TimingBar phases={attempt.phases} durationMs={durationMs} />
        <div className="grid min-w-0 gap-5 lg:grid-cols-2">
          <section className="grid min-w-0 content-start gap-3">
            <div className="flex flex-wrap items-center justify-between gap-2">
              <h4 className="font-medium">{t("request")}</h4>
              {attempt.curl && <CopyButton text={attempt.curl} label={t("copyCurl")} />}
            </div>
            <p className="wrap-anywhere font-mono text-sm">
              POST {url}
              {address && <span className="block text-muted">{t("address", { address })}</span>}
            </p>
            <HeaderList label={t("requestHeaders")} headers={attempt.requestHeaders} />
          </section>
          <section className="grid min-w-0 content-start gap-3">
            <h4 className="flex min-h-8 items-center font-medium">{t("response")}</h4>
            {statusCode === null ? (
              <p className="text-muted">{t("noResponseLead")}</p>
            ) : (
              <>
                <p className="font-mono text-sm">HTTP {statusCode}</p>
                <HeaderList label={t("responseHeaders")} headers={attempt.responseHeaders} />
                {attempt.responseBody ? (
                  <CodeBlock label={t("responseBody")} code={attempt.responseBody} />
                ) : (
                  <p className="text-muted text-sm">{t("emptyBody")}</p>
                )}
              </>
            )}
          </section>
        </div>
      </div>
    </details>
  );
}

function HeaderList({ label, headers }: { label: string; headers: readonly Header[] }) {
  const t = useTranslations("webhooks.attempt");
  if (headers.length === 0) return null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
    <div role="group" aria-label={label}>
      <dl className="grid gap-1 rounded-control border border-line bg-sunken p-3 font-mono text-sm">
        {headers.map(({ name, value }) => (
          <div key={name} className="wrap-anywhere">
            <dt className="inline text-muted">{name}: </dt>
            <dd className="inline">{value ?? <span title={t("hiddenValue")}>••••••••</span>}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

const looks: Record<Phase["phase"], string> = {
  dns: "bg-line",
  connect: "bg-edge",
  tls: "bg-muted",
  wait: "bg-ink",
  receive: "bg-edge",
};

function TimingBar({ phases, durationMs }: { phases: readonly Phase[]; durationMs: number }) {
  const t = useTranslations("webhooks.attempt");
  const locale = useLocale();
  if (phases.length === 0) return null;
  return (
    <div className="grid gap-2">
      <div aria-hidden className="flex h-2.5 overflow-hidden rounded-full bg-sunken">
        {phases.map(({ phase, ms }) => (
          <span key={phase} className={looks[phase]} style={{ width: `${(100 * ms) / Math.max(durationMs, 1)}%` }} />
        ))}
      </div>
      <dl className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
        {phases.map(({ phase, ms }) => (
          <div key={phase} className="inline-flex items-center gap-1.5">
            <dt className="inline-flex items-center gap-1.5 text-muted">
              <span aria-hidden className={clsx("size-2.5 rounded-small border border-edge", looks[phase])} />
              {t(`phases.${phase}`)}
            </dt>
            <dd className="tabular-nums">{t("ms", { ms: formatNumber(ms, locale) })}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
