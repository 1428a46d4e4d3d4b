import { useLocale, useTranslations } from "next-intl";
import { Chart, ChartLegend } from "@/components/ui/lists/chart";
import { roundTicks, wholeTicks } from "@/components/ui/lists/round-ticks";
import { TabLinks } from "@/components/ui/lists/tab-links";
import { type Column, Table } from "@/components/ui/lists/table";
import { Card } from "@/components/ui/text/card";
import { Link } from "@/components/ui/text/link";
import type { UsageReport } from "@/lib/money/usage/read-report";
import { type UsageAddress, type UsageMeasure, usageMeasures } from "@/lib/money/usage/schema";
import { formatDay } from "@/lib/platform/i18n/format";
import { jobsPath, usagePath } from "./usage-path";
import { sizeOf, useMeasures } from "./use-measures";

type Point = UsageReport["points"][number];

type UsageOverTimeProps = { business: string; address: UsageAddress; report: UsageReport; shown: UsageMeasure };

/** One measure over time as a chart and a table; each point leads to its jobs. */
export function UsageOverTime({ business, address, report: { range, points, filter }, shown }: UsageOverTimeProps) {
  const t = useTranslations("usage");
  const locale = useLocale();
  const { write, writeSums } = useMeasures();
  const isHours = range.step === "hour";
  const [day, hour] = [(at: string) => at.slice(0, 10), (at: string) => at.slice(11, 13)];
  const hrefOf = ({ at }: Point) => {
    const limited = shown === "errors" && !filter.result ? { ...filter, result: "failed" } : filter;
    return jobsPath(business, limited, { from: day(at), to: day(at), ...(isHours && { hour: hour(at) }) });
  };
  const whole = ({ at }: Point) =>
    isHours ? `${formatDay(day(at), locale)} ${hour(at)}:00` : formatDay(day(at), locale);
  const short = ({ at }: Point) => {
    if (!isHours) return formatDay(day(at), locale).replace(/,? ?[/ ]?20\d\d$/, "");
    return range.from === range.to ? `${hour(at)}:00` : `${Number(day(at).slice(8))}, ${hour(at)}:00`;
  };
  const drawn = points.map((point) => ({
    id: point.at,
    label: short(point),
    value: sizeOf(shown, point.now),
    before: sizeOf(shown, point.before),
    ...(shown === "requests" && { failed: sizeOf("errors", point.now) }),
    text: t("point", {
      time: whole(point),
      value: `${t(`measures.${shown}`)}: ${writeSums(shown, point.now)}`,
      before: writeSums(shown, point.before),
    }),
    ...(point.now.jobs > 0 && { href: hrefOf(point) }),
  }));
  const most = Math.max(...drawn.flatMap(({ value, before }) => [value, before]));
  const columns: Column<Point>[] = [
    {
      head: t(isHours ? "hour" : "day"),
      cell: (point) => (point.now.jobs > 0 ? <Link href={hrefOf(point)}>{whole(point)}</Link> : whole(point)),
    },
    ...usageMeasures.map((measure) => ({
      head: t(`measures.${measure}`),
      numeric: true,
      spare: ["characters", "seconds", "p50", "p99"].includes(measure),
      cell: ({ now }: Point) => writeSums(measure, now),
    })),
  ];
  const steps = (["hour", "day"] as const).map((step) => ({
    href: usagePath(business, { ...address, step }),
    label: t(`by.${step}`),
  }));
  return (
    <Card
      title={t(`measures.${shown}`)}
      action={
        range.canChooseStep && (
          <div className="-my-3">
            <TabLinks label={t("steps")} tabs={steps} current={usagePath(business, { ...address, step: range.step })} />
          </div>
        )
      }
    >
      <div className="grid gap-3">
        <Chart
          label={t("chart", { measure: t(`measures.${shown}`) })}
          hint={t("chartHint")}
          points={drawn}
          ticks={(["amount", "seconds"].includes(shown) ? roundTicks : wholeTicks)(most).map((value) => ({
            value,
            label: most > 0 ? write(shown, value) : "",
          }))}
        />
        <p aria-hidden className="flex flex-wrap gap-x-4 gap-y-1 text-muted text-sm">
          <ChartLegend look="bg-muted" label={t("now")} />
          <ChartLegend look="bg-line" label={t("before")} />
          {shown === "requests" && <ChartLegend look="bg-danger-fill" label={t("measures.errors")} />}
        </p>
        <details>
          <summary className="w-fit cursor-pointer text-sm">{t("asTable")}</summary>
          <div className="-mx-4 mt-2 max-h-[28rem] overflow-y-auto">
            <Table
              caption={t("asTable")}
              columns={columns}
              rows={points.filter(({ now }) => now.requests > 0).toReversed()}
              rowKey={({ at }) => at}
            />
          </div>
        </details>
      </div>
    </Card>
  );
}
