import { clsx } from "clsx";
import type { Route } from "next";
import { useTranslations } from "next-intl";
import { jobsPath, usagePath } from "@/components/money/usage/usage-path";
import { sizeOf, useMeasures } from "@/components/money/usage/use-measures";
import { Chart } from "@/components/ui/lists/chart";
import { wholeTicks } from "@/components/ui/lists/round-ticks";
import { Card } from "@/components/ui/text/card";
import { Link } from "@/components/ui/text/link";
import type { UsageReport } from "@/lib/money/usage/read-report";
import type { UsageMeasure } from "@/lib/money/usage/schema";

type TodayCardProps = {
  business: string;
  report: UsageReport;
  /** Whether the reader sees rejected requests in the history. */
  mayKeys: boolean;
};

/** Today beside the same hours of yesterday; each number leads to its list. */
export function TodayCard({ business, report: { range, total, points }, mayKeys }: TodayCardProps) {
  const t = useTranslations("overview");
  const usage = useTranslations("usage");
  const { write, writeSums } = useMeasures();
  const { from, to } = range;
  const figures: { measure: UsageMeasure; href: Route }[] = [
    { measure: "jobs", href: jobsPath(business, {}, { from, to }) },
    {
      measure: "errors",
      href: mayKeys
        ? jobsPath(business, { result: "failed" }, { from, to })
        : usagePath(business, { range: "today", show: "errors", split: "result" }),
    },
    { measure: "amount", href: usagePath(business, { range: "today" }) },
    { measure: "p95", href: usagePath(business, { range: "today", show: "p95" }) },
  ];
  const drawn = points.map(({ at, now, before }) => {
    const hour = at.slice(11, 13);
    return {
      id: at,
      label: `${hour}:00`,
      value: now.requests,
      failed: sizeOf("errors", now),
      before: before.requests,
      text: t("hour", {
        time: `${hour}:00`,
        requests: write("requests", now.requests),
        errors: writeSums("errors", now),
        before: write("requests", before.requests),
      }),
      ...(now.jobs > 0 && { href: jobsPath(business, {}, { from, to, hour }) }),
    };
  });
  const most = Math.max(...drawn.flatMap(({ value, before }) => [value, before]));
  return (
    <Card
      title={t("today")}
      action={
        <span className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
          <Link href={jobsPath(business, { result: "failed" }, range.before)}>{t("failedYesterday")}</Link>
          <Link href={usagePath(business, { range: "yesterday" })}>{t("yesterday")}</Link>
          <Link href={usagePath(business)}>{t("allUsage")}</Link>
        </span>
      }
    >
      <div className="grid grid-cols-1 gap-4">
        <dl className="grid grid-cols-2 gap-x-4 gap-y-3 sm:grid-cols-4">
          {figures.map(({ measure, href }) => (
            <div key={measure} className="relative -m-2 min-w-0 rounded-control p-2 hover:bg-hover">
              <dt className="text-muted text-sm">{usage(`measures.${measure}`)}</dt>
              <dd>
                <Link
                  href={href}
                  className={clsx(
                    "font-semibold text-2xl tabular-nums wrap-anywhere after:absolute after:inset-0",
                    "outline-none focus-visible:after:rounded-control focus-visible:after:outline-2 focus-visible:after:outline-ink",
                  )}
                >
                  {writeSums(measure, total.now)}
                </Link>
                <span className="block text-muted text-xs tabular-nums">
                  {t("wasYesterday", {
                    time: String(range.before.hours ?? 24),
                    value: writeSums(measure, total.before),
                  })}
                </span>
              </dd>
            </div>
          ))}
        </dl>
        {most > 0 ? (
          <Chart
            label={t("chart")}
            hint={t("chartHint")}
            points={drawn}
            ticks={wholeTicks(most).map((value) => ({ value, label: write("requests", value) }))}
          />
        ) : (
          <p className="text-muted text-sm">{t("noRequests")}</p>
        )}
      </div>
    </Card>
  );
}
