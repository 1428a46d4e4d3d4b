import { useFormatter, useLocale, useTranslations } from "next-intl";
import type { DayState, StatusRow } from "@/lib/operator/service-status/schema";
import { formatDay, formatTime } from "@/lib/platform/i18n/format";

type StatusBoardProps = { rows: readonly StatusRow[]; incidents: readonly Incident[]; now: Date };

/** What is reported now, what was recorded on each day, and what operators wrote about it. */
export function StatusBoard({ rows, incidents, now }: StatusBoardProps) {
  const t = useTranslations("status");
  const locale = useLocale();
  const open = incidents.filter(({ resolvedAt }) => resolvedAt === null);
  const past = incidents.filter(({ resolvedAt }) => resolvedAt !== null);
  return (
    <main id="content" className="mx-auto grid w-full max-w-page min-w-0 content-start gap-10 py-10">
      <header className="grid gap-2">
        <h1 className="font-semibold text-2xl">{t("title")}</h1>
        <p className="text-lg text-muted">{t("lead")}</p>
      </header>
      <section aria-label={t("now")} className="grid gap-3">
        <Now rows={rows} open={open.length} />
        <p className="text-muted text-sm">{t("asOf", { time: formatTime(now, locale) })}</p>
        {open.map((incident) => (
          <IncidentEntry key={incident.id} incident={incident} />
        ))}
      </section>
      <section aria-labelledby="days" className="grid gap-6">
        <h2 id="days" className="font-semibold text-xl">
          {t("days")}
        </h2>
        {rows.map((row) => (
          <DayBars key={`${row.region} ${row.service}`} row={row} />
        ))}
        <p className="max-w-text text-muted text-sm">{t("method")}</p>
      </section>
      <section aria-labelledby="past" className="grid gap-3">
        <h2 id="past" className="font-semibold text-xl">
          {t("past")}
        </h2>
        {past.length === 0 && <p className="text-muted">{t("noPast")}</p>}
        {past.map((incident) => (
          <IncidentEntry key={incident.id} incident={incident} />
        ))}
      </section>
    </main>
  );
}

/** Never better than what was recorded: without requests today nothing is said of today. */
function Now({ rows, open }: { rows: readonly StatusRow[]; open: number }) {
  const t = useTranslations("status");
  const format = useFormatter();
  const today = rows.map(({ days }) => days.at(-1));
  const [completed, failed] = (["completed", "failed"] as const).map((field) =>
    today.reduce((sum, day) => sum + (day?.[field] ?? 0), 0),
  );
  const requests = (completed ?? 0) + (failed ?? 0);
  if (open > 0) return <p className="font-medium text-amber text-xl">{t("openIncidents", { count: open })}</p>;
  if (requests === 0) return <p className="font-medium text-xl">{t("noRequests")}</p>;
  const isGood = today.every((day) => day?.state === "good" || day?.state === "none");
  const share = format.number((completed ?? 0) / requests, {
    style: "percent",
    maximumFractionDigits: 2,
    roundingMode: "floor",
  });
  return (
    <p className={isGood ? "font-medium text-jade text-xl" : "font-medium text-amber text-xl"}>
      {t(isGood ? "good" : "failing", { share, requests: format.number(requests) })}
    </p>
  );
}

const fills: Record<DayState, string> = {
  none: "fill-line",
  good: "fill-jade",
  degraded: "fill-amber",
  outage: "fill-danger",
};

/** A worse day is also a shorter bar, so that it shows without its color. */
const heights: Record<DayState, number> = { none: 4, good: 32, degraded: 22, outage: 12 };

/** The last 90 days of one service in one region, and the days with failures as a table. */
function DayBars({ row: { region, service, days, requests, succeeded } }: { row: StatusRow }) {
  const t = useTranslations("status");
  const format = useFormatter();
  const locale = useLocale();
  const title = t(`services.${service}`, { region });
  const percent = (share: number) =>
    format.number(share, { style: "percent", maximumFractionDigits: 2, roundingMode: "floor" });
  const summary =
    succeeded === null ? t("nothing") : t("share", { share: percent(succeeded), requests: format.number(requests) });
  const say = ({ day, completed, failed }: (typeof days)[number]) =>
    completed + failed === 0
      ? t("dayNothing", { day: formatDay(day, locale) })
      : t("day", { day: formatDay(day, locale), completed: format.number(completed), failed: format.number(failed) });
  const failing = days.filter(({ failed }) => failed > 0).reverse();
  return (
    <section aria-label={title} className="grid gap-2">
      <p className="flex flex-wrap justify-between gap-x-4">
        <span className="font-medium">{title}</span>
        <span className="text-muted">{summary}</span>
      </p>
      <svg
        role="img"
        aria-label={`${title}: ${summary}`}
        viewBox="0 0 450 32"
        preserveAspectRatio="none"
        className="h-8 w-full"
      >
        {days.map((day, index) => (
          <rect
            key={day.day}
            x={index * 5}
            y={32 - heights[day.state]}
            width="4"
            height={heights[day.state]}
            className={fills[day.state]}
          >
            <title>{say(day)}</title>
          </rect>
        ))}
      </svg>
      <p className="flex justify-between text-muted text-sm">
        <span>{formatDay(days[0]?.day ?? "", locale)}</span>
        <span>{t("today")}</span>
      </p>
      {failing.length > 0 && (
        <details>
          <summary className="text-sm">{t("failingDays", { count: failing.length })}</summary>
          <ul className="grid gap-1 pt-2 text-sm">
            {failing.map((day) => (
              <li key={day.day}>{say(day)}</li>
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}

type Text = { vi: string; en: string };

type Incident = {
  id: string;
  region: string | null;
  services: readonly ("tts" | "stt" | "webhooks" | "payments" | "console")[];
  impact: "maintenance" | "degraded" | "outage";
  title: Text;
  resolvedAt: Date | null;
  updates: readonly {
    id: string;
    status: "investigating" | "identified" | "monitoring" | "resolved";
    text: Text;
    at: Date;
  }[];
};

/** What operators wrote about one incident, the newest first. */
function IncidentEntry({ incident }: { incident: Incident }) {
  const t = useTranslations("status");
  const locale = useLocale();
  const { id, title, impact, services, region, updates } = incident;
  return (
    <article
      id={id}
      aria-labelledby={`${id}-title`}
      className="grid gap-3 rounded-card border border-line bg-raised p-4"
    >
      <div className="grid gap-1">
        <h3 id={`${id}-title`} className="font-medium text-lg">
          {title[locale]}
        </h3>
        <p className="text-muted text-sm">
          {[
            t(`impacts.${impact}`),
            services.map((service) => t(`concerned.${service}`)).join(", "),
            region ?? t("allRegions"),
          ].join(" · ")}
        </p>
      </div>
      <ol className="grid gap-2">
        {updates.map(({ id: update, status, text, at }) => (
          <li key={update} className="grid gap-x-4 sm:grid-cols-[12rem_minmax(0,1fr)]">
            <span className="text-sm">
              <span className="font-medium">{t(`statuses.${status}`)}</span>
              <span className="block text-muted">{formatTime(at, locale)}</span>
            </span>
            <span className="whitespace-pre-line">{text[locale]}</span>
          </li>
        ))}
      </ol>
    </article>
  );
}
