import { CircleAlert, CircleCheck, TriangleAlert } from "lucide-react";
import type { Route } from "next";
import { useLocale, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { jobsPath } from "@/components/money/usage/usage-path";
import { useErrorText } from "@/components/speech/history/use-error-text";
import { Card } from "@/components/ui/text/card";
import { Link } from "@/components/ui/text/link";
import type { Task } from "@/lib/businesses/overview/find-tasks";
import { frequentErrors } from "@/lib/businesses/overview/schema";
import type { UsageReport } from "@/lib/money/usage/read-report";
import { formatDay, formatNumber, formatVnd } from "@/lib/platform/i18n/format";
import { vietnamDate } from "@/lib/platform/vietnam-time";
import type { Said } from "@/lib/speech/history/by-request";

type TasksCardProps = {
  business: string;
  tasks: readonly Task[];
  /** Of today, by result. */
  report: UsageReport;
  /** What the last response with each error code said, where the reader may see it. */
  said: ReadonlyMap<string, Said>;
};

/** Where the cause of an error is removed, below the business's page; of others the documentation says how. */
const places: Record<string, string> = {
  INSUFFICIENT_CREDIT: "/billing",
  ...Object.fromEntries(
    [
      ...["SPEND_CAP_REACHED", "RATE_LIMITED_KEY", "CONCURRENCY_LIMITED_KEY"],
      ...["SCOPE_MISSING", "IP_NOT_ALLOWED", "LIVE_KEY_REQUIRED", "KEY_INVALID"],
    ].map((code) => [code, "/keys"]),
  ),
};

/** What needs someone: each line leads to where it is done. */
export function TasksCard({ business, tasks, report, said }: TasksCardProps) {
  const t = useTranslations("overview.tasks");
  const remedies = useTranslations("diagnostics.remedies");
  const textOf = useErrorText();
  const locale = useLocale();
  const failures = frequentErrors(report);
  const count = tasks.length + failures.length;

  function actOf(code: string): ReactNode {
    const place = places[code];
    const href = (place ? `/console/${business}${place}` : `/docs/errors#${code}`) as Route;
    const words = place && remedies.has(code) ? remedies(code) : t("howToFix");
    return <Link href={href}>{words}</Link>;
  }

  return (
    <Card
      title={t("title")}
      action={count > 0 && <span className="text-muted text-sm">{formatNumber(count, locale)}</span>}
    >
      {count === 0 && (
        <p className="flex items-center gap-2 text-muted">
          <CircleCheck aria-hidden className="size-4 shrink-0 text-jade" />
          {t("none")}
        </p>
      )}
      <ul className="grid gap-3 empty:hidden">
        {tasks.map((task) => (
          <Line key={lineKey(task)} href={hrefOf(business, task)} isSerious={isSerious(task)}>
            {wordsOf(task)}
          </Line>
        ))}
        {failures.map(({ value: code, now }) => (
          <Line
            key={code}
            isSerious={false}
            href={jobsPath(business, { result: code }, report.range)}
            note={
              <>
                {textOf(code, said.get(code))} {actOf(code)}
              </>
            }
          >
            {t("errors", { count: now.requests, code })}
          </Line>
        ))}
      </ul>
    </Card>
  );

  function wordsOf(task: Task): string {
    switch (task.kind) {
      case "suspended":
        return t("suspended", { day: formatDay(vietnamDate(task.since), locale) });
      case "owed":
        return t("owed", { amount: formatVnd(task.owedMilli, locale) });
      case "lowBalance":
        return t("lowBalance", { days: task.daysLeft });
      case "noBalance":
        return t("noBalance");
      case "key": {
        const day = task.at ? formatDay(task.at.toISOString().slice(0, 10), locale) : "";
        return t(`keys.${task.reason}`, { name: task.name, day });
      }
      case "endpoint":
        return t(`endpoints.${task.status}`, { host: task.host });
      case "topUp":
        return t("topUp", { amount: formatVnd(task.amountVnd * 1000n, locale) });
    }
  }
}

const lineKey = (task: Task): string =>
  [task.kind, "id" in task ? task.id : "", "reason" in task ? task.reason : ""].join(" ");

const isSerious = (task: Task): boolean =>
  ["suspended", "owed", "noBalance"].includes(task.kind) ||
  (task.kind === "endpoint" && task.status === "disabled") ||
  (task.kind === "key" && task.reason === "exposed");

/** Null where only the operator can do something: the notice above the page says whom to ask. */
function hrefOf(business: string, task: Task): Route | null {
  const at = `/console/${business}`;
  if (task.kind === "suspended" && !task.owes) return null;
  if (task.kind === "key") return `${at}/keys/${task.id}` as Route;
  if (task.kind === "endpoint") return `${at}/webhooks/${task.id}` as Route;
  if (task.kind === "topUp") return `${at}/billing/top-ups/${task.id}` as Route;
  return `${at}/billing` as Route;
}

type LineProps = { href: Route | null; isSerious: boolean; note?: ReactNode; children: ReactNode };

function Line({ href, isSerious, note, children }: LineProps) {
  const Icon = isSerious ? CircleAlert : TriangleAlert;
  return (
    <li className="flex min-w-0 gap-2.5">
      <Icon aria-hidden className={`mt-0.5 size-4 shrink-0 ${isSerious ? "text-danger" : "text-amber"}`} />
      <div className="min-w-0">
        <p className="wrap-anywhere">{href ? <Link href={href}>{children}</Link> : children}</p>
        {note && <p className="text-muted text-sm wrap-anywhere">{note}</p>}
      </div>
    </li>
  );
}
