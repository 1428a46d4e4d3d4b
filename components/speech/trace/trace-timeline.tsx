import { clsx } from "clsx";
import {
  AudioLines,
  Clock,
  Cpu,
  CreditCard,
  Database,
  Download,
  KeyRound,
  ListChecks,
  LogIn,
  type LucideIcon,
  MessageSquareText,
  Pause,
  Play,
  RotateCw,
  Scissors,
  Send,
  ShieldX,
  Trash2,
  Webhook,
} from "lucide-react";
import { useLocale, useTimeZone, useTranslations } from "next-intl";
import { Badge, type BadgeKind } from "@/components/ui/text/badge";
import { IdLine } from "@/components/ui/text/fact";
import { dayOf, formatDuration, formatExactTime, formatWeekday, formatWholeTime } from "@/lib/platform/i18n/format";
import type { Trace, TraceStep } from "@/lib/speech/trace/steps";
import { cutAtPauses, durationOf, type Stretch, startOf } from "./stretches";
import { TraceFacts } from "./trace-facts";

const kinds: Record<Trace["status"], BadgeKind> = { completed: "success", failed: "danger", rejected: "danger" };

export function TraceHead({ trace }: { trace: Trace }) {
  const t = useTranslations("trace");
  const [locale, timeZone] = [useLocale(), useTimeZone()];
  const start = trace.steps[0]?.at ?? new Date(0);
  const zone = new Intl.DateTimeFormat(locale, { timeZoneName: "shortOffset", timeZone })
    .formatToParts(start)
    .find(({ type }) => type === "timeZoneName")?.value;
  return (
    <dl className="flex flex-wrap gap-x-6 gap-y-2">
      <div>
        <dt className="text-muted text-sm">{t("status")}</dt>
        <dd className="min-h-9 content-center">
          <Badge kind={kinds[trace.status]}>{t(`statuses.${trace.status}`)}</Badge>
        </dd>
      </div>
      <div>
        <dt className="text-muted text-sm">{t("received")}</dt>
        <dd className="min-h-9 content-center tabular-nums">
          <time dateTime={start.toISOString()}>{formatExactTime(start, locale, timeZone)}</time> {zone}
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
  firstWords: MessageSquareText,
  failed: ShieldX,
  result: AudioLines,
  money: CreditCard,
  recorded: Database,
  deleted: Trash2,
  event: Webhook,
  attempt: Send,
  next: Clock,
  fetched: Download,
  prepared: Scissors,
  retried: RotateCw,
  paused: Pause,
  continued: Play,
  ended: ListChecks,
};

const isBad = (step: TraceStep) =>
  step.kind === "failed" || step.kind === "rejected" || (step.kind === "attempt" && step.error !== null);

const columns =
  "grid grid-cols-[2rem_minmax(0,1fr)] gap-x-3 @min-[44rem]:grid-cols-[2rem_minmax(0,1fr)_minmax(0,1fr)_10rem]";

/** The steps of a request as bars of time. Without `business` nothing is linked, as on a shared page. */
export function TraceTimeline({ trace, business }: { trace: Trace; business?: string }) {
  const t = useTranslations("trace");
  const start = trace.steps[0]?.at ?? new Date(0);
  return (
    <ol aria-label={t("timeline")} className="@container grid">
      {cutAtPauses(trace.steps).flatMap((stretch) =>
        stretch.steps.map((step, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the steps of a rendered trace never move
          <li key={`${+stretch.start} ${index}`} className="group not-first:border-line not-first:border-t">
            {index === 0 && <Scale stretch={stretch} start={start} />}
            <div className={clsx(columns, "py-2.5")}>
              <StepIcon step={step} />
              <div className="grid min-w-0 content-start gap-1">
                <h3 className={clsx("min-h-8 content-center font-medium wrap-anywhere", isBad(step) && "text-danger")}>
                  {t(`steps.${titleOf(step)}`)}
                </h3>
                <TraceFacts step={step} trace={trace} business={business} />
              </div>
              <Bar step={step} stretch={stretch} />
              <StepTime at={step.at} start={start} />
            </div>
          </li>
        )),
      )}
    </ol>
  );
}

function StepIcon({ step }: { step: TraceStep }) {
  const Icon = icons[step.kind];
  return (
    <span
      aria-hidden
      className={clsx(
        "grid size-8 place-items-center rounded-full border border-line bg-raised",
        isBad(step) ? "text-danger" : "text-muted",
      )}
    >
      <Icon strokeWidth={1.5} className="size-4" />
    </span>
  );
}

/** The date of a stretch, and from when to when its bars are drawn, counted from the request. */
function Scale({ stretch, start }: { stretch: Stretch; start: Date }) {
  const [locale, timeZone] = [useLocale(), useTimeZone()];
  const after = (time: Date) => `+${formatDuration(+time - +start, locale)}`;
  return (
    <div className={clsx(columns, "pt-3 text-muted text-xs tabular-nums")}>
      <span className="col-span-2 text-sm">{formatWeekday(dayOf(stretch.start, timeZone), locale)}</span>
      <span className="flex justify-between gap-3 font-mono @max-[44rem]:hidden">
        <span>{after(stretch.start)}</span>
        {stretch.end > stretch.start && <span>{after(stretch.end)}</span>}
      </span>
    </div>
  );
}

/** When a step was and how long it took, within its stretch. The same is said in words beside it. */
function Bar({ step, stretch: { start, end } }: { step: TraceStep; stretch: Stretch }) {
  const percent = (milliseconds: number) => (100 * milliseconds) / Math.max(1, +end - +start);
  const took = durationOf(step);
  const left = Math.min(percent(+startOf(step) - +start), 99);
  const color = isBad(step) ? "fill-danger" : took > 0 ? "fill-ink" : "fill-muted";
  return (
    <svg
      aria-hidden
      className="my-3 h-2 w-full overflow-visible rounded-small bg-sunken @max-[44rem]:col-start-2 @max-[44rem]:my-1.5"
    >
      <rect x={`${left}%`} width={`${Math.max(percent(took), 0.75)}%`} height="100%" rx="2" className={color} />
    </svg>
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
  const written = new Intl.DateTimeFormat(locale, { ...form, hourCycle: "h23", timeZone }).format(at);
  const after = +at - +start;
  return (
    <span className="grid content-start gap-x-3 pt-1.5 font-mono text-muted text-xs tabular-nums @max-[44rem]:col-start-2 @max-[44rem]:flex @max-[44rem]:pt-0 @min-[44rem]:justify-items-end">
      <time dateTime={at.toISOString()} title={formatWholeTime(at, locale, timeZone)}>
        {written}
      </time>
      {after > 0 && <span>+{formatDuration(after, locale)}</span>}
    </span>
  );
}
