import { clsx } from "clsx";
import {
  AudioLines,
  Clock,
  Cpu,
  CreditCard,
  Database,
  KeyRound,
  LogIn,
  type LucideIcon,
  Send,
  ShieldX,
  Trash2,
  Webhook,
} from "lucide-react";
import { useLocale, useTimeZone, useTranslations } from "next-intl";
import { Badge, type BadgeKind } from "@/components/ui/text/badge";
import { IdLine } from "@/components/ui/text/fact";
import { formatMilliseconds, formatWholeTime } from "@/lib/platform/i18n/format";
import type { Trace, TraceStep } from "@/lib/speech/trace/steps";
import { TraceFacts } from "./trace-facts";

const kinds: Record<Trace["status"], BadgeKind> = { completed: "success", failed: "danger", rejected: "danger" };

export function TraceHead({ trace }: { trace: Trace }) {
  const t = useTranslations("trace");
  return (
    <dl className="grid gap-x-6 gap-y-2 sm:grid-cols-[auto_auto_1fr]">
      <div>
        <dt className="text-muted text-sm">{t("status")}</dt>
        <dd className="min-h-9 content-center">
          <Badge kind={kinds[trace.status]}>{t(`statuses.${trace.status}`)}</Badge>
        </dd>
      </div>
      {trace.status !== "rejected" && (
        <div className="min-w-0">
          <dt className="text-muted text-sm">trackingId</dt>
          <dd>
            <IdLine id={trace.id} what="trackingId" />
          </dd>
        </div>
      )}
      {trace.requestId && (
        <div className="min-w-0">
          <dt className="text-muted text-sm">{t("requestId")}</dt>
          <dd>
            <IdLine id={trace.requestId} what={t("requestId")} />
          </dd>
        </div>
      )}
    </dl>
  );
}

const icons: Record<TraceStep["kind"], LucideIcon> = {
  received: LogIn,
  key: KeyRound,
  rejected: ShieldX,
  engine: Cpu,
  failed: ShieldX,
  result: AudioLines,
  money: CreditCard,
  recorded: Database,
  deleted: Trash2,
  event: Webhook,
  attempt: Send,
  next: Clock,
};

const isBad = (step: TraceStep) =>
  step.kind === "failed" || step.kind === "rejected" || (step.kind === "attempt" && step.error !== null);

/** The steps of a request with their times. Without `business` nothing is linked, as on a shared page. */
export function TraceTimeline({ trace, business }: { trace: Trace; business?: string }) {
  const t = useTranslations("trace");
  const start = trace.steps[0]?.at ?? new Date(0);
  return (
    <ol aria-label={t("timeline")} className="grid">
      {trace.steps.map((step, index) => {
        const Icon = icons[step.kind];
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: the steps of a rendered trace never move
          <li key={index} className="group grid grid-cols-[2rem_minmax(0,1fr)] gap-x-3">
            <span aria-hidden className="grid grid-rows-[2rem_1fr] justify-items-center">
              <span
                className={clsx(
                  "grid size-8 place-items-center rounded-full border border-line bg-raised",
                  isBad(step) ? "text-danger" : "text-muted",
                )}
              >
                <Icon strokeWidth={1.5} className="size-4" />
              </span>
              <span className="w-px bg-line group-last:hidden" />
            </span>
            <div className="grid min-w-0 gap-1 pb-5 group-last:pb-0">
              <div className="flex min-h-8 flex-wrap items-center justify-between gap-x-3">
                <h3 className={clsx("font-medium", isBad(step) && "text-danger")}>{t(`steps.${titleOf(step)}`)}</h3>
                <StepTime at={step.at} start={start} />
              </div>
              <TraceFacts step={step} trace={trace} business={business} />
            </div>
          </li>
        );
      })}
    </ol>
  );
}

const movements = ["hold", "release", "charge"];

function titleOf(step: TraceStep): string {
  if (step.kind === "money") return movements.includes(step.movement) ? step.movement : "movement";
  if (step.kind === "attempt") return step.error === null ? "attempt" : "attemptFailed";
  return step.kind;
}

/** The time of day to the millisecond, and how long after the request. */
function StepTime({ at, start }: { at: Date; start: Date }) {
  const [locale, timeZone] = [useLocale(), useTimeZone()];
  const form = { hour: "2-digit", minute: "2-digit", second: "2-digit", fractionalSecondDigits: 3 } as const;
  const isOtherDay = at.toDateString() !== start.toDateString();
  const day = isOtherDay ? ({ day: "2-digit", month: "2-digit" } as const) : {};
  const written = new Intl.DateTimeFormat(locale, { ...day, ...form, hourCycle: "h23", timeZone }).format(at);
  const after = +at - +start;
  return (
    <span className="flex gap-3 font-mono text-muted text-xs tabular-nums">
      {after > 0 && after < 3_600_000 && <span>+{formatMilliseconds(after, locale)}</span>}
      <time dateTime={at.toISOString()} title={formatWholeTime(at, locale, timeZone)}>
        {written}
      </time>
    </span>
  );
}
