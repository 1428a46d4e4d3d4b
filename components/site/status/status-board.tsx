import { useFormatter, useLocale, useTranslations } from "next-intl";
import type { StatusRow } from "@/lib/operator/service-status/schema";
import { formatTime } from "@/lib/platform/i18n/format";
import { DayBars } from "./day-bars";
import { type Incident, IncidentEntry } from "./incident-entry";

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
