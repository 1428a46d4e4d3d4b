import { clsx } from "clsx";
import { Ban, CircleAlert, CircleCheck } from "lucide-react";
import type { Route } from "next";
import { useLocale, useTimeZone, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { sparkBars, Wave } from "@/components/ui/sound/wave";
import { Badge } from "@/components/ui/text/badge";
import { Link } from "@/components/ui/text/link";
import { Money } from "@/components/ui/text/money";
import type { RequestRow } from "@/lib/keys/request-log/rows";
import { clock, days } from "@/lib/platform/clock";
import { dayOf, formatClock, formatExactTime, formatNumber, formatWeekday } from "@/lib/platform/i18n/format";
import type { JobRow } from "@/lib/speech/history/describe";
import type { HistoryFilter } from "@/lib/speech/history/schema";
import { historyPath } from "@/lib/speech/path";
import { useErrorText } from "./use-error-text";

type RequestTableProps = RequestPlace & {
  requests: readonly RequestRow[];
  selectAll?: ReactNode;
};

/** Requests by day, a line each: on a phone a second one says when, with which voice and key, or which error. */
export function RequestTable({ requests, selectAll, ...place }: RequestTableProps) {
  const t = useTranslations("history");
  const timeZone = useTimeZone();
  const heads = ["status", "time", "text", "result", "key", "voice", "duration", "price"] as const;
  const labels = { status: t("filters.status"), result: t("filters.result"), key: t("filters.key") };
  // All amounts have as many decimals as the finest of them needs.
  const digits = Math.max(0, ...requests.map((row) => ("amountMilli" in row ? decimalsOf(row.amountMilli) : 0)));
  return (
    <div className="@container overflow-clip rounded-card border border-line bg-raised">
      <table className="w-full">
        <caption className="sr-only">{t("title")}</caption>
        <thead className="sticky top-0 z-10 bg-raised @max-[36rem]:sr-only">
          <tr className="shadow-[inset_0_-1px_0_var(--line)]">
            {selectAll && <th className="w-px pl-4">{selectAll}</th>}
            {heads.map((head) => (
              <th
                key={head}
                scope="col"
                className={clsx(
                  "h-9 px-2 text-left font-medium text-muted text-sm whitespace-nowrap",
                  columnClass[head],
                  selectAll && head === "status" && "pl-2",
                )}
              >
                <span className={clsx(head === "status" && "sr-only")}>
                  {head in labels ? labels[head as keyof typeof labels] : t(head)}
                </span>
              </th>
            ))}
          </tr>
        </thead>
        {byDay(requests, timeZone).map(({ day, rows }) => (
          <tbody key={day} className="border-line not-last:border-b">
            <tr className="border-line border-b bg-sunken">
              <th scope="rowgroup" colSpan={heads.length + (selectAll ? 1 : 0)} className="h-8 px-4 text-left">
                <DayName day={day} timeZone={timeZone} />
              </th>
            </tr>
            {rows.map((row) => (
              <RequestLine
                key={"trackingId" in row ? row.trackingId : row.requestId}
                row={row}
                digits={digits}
                {...place}
                isSelectable={Boolean(selectAll)}
              />
            ))}
          </tbody>
        ))}
      </table>
    </div>
  );
}

const decimalsOf = (amountMilli: bigint) =>
  String(amountMilli % 1000n)
    .padStart(3, "0")
    .replace(/0+$/, "").length;

/** Days with their requests, in the order of the list. */
function byDay(requests: readonly RequestRow[], timeZone: string | undefined) {
  const groups: { day: string; rows: RequestRow[] }[] = [];
  for (const row of requests) {
    const day = dayOf(row.createdAt, timeZone);
    const last = groups.at(-1);
    if (last?.day === day) last.rows.push(row);
    else groups.push({ day, rows: [row] });
  }
  return groups;
}

/** The date with its weekday, and whether it was today or yesterday. */
function DayName({ day, timeZone }: { day: string; timeZone: string | undefined }) {
  const t = useTranslations("history.filters");
  const now = clock.now();
  const names = [
    { its: dayOf(now, timeZone), name: t("today") },
    { its: dayOf(new Date(+now - days(1)), timeZone), name: t("yesterday") },
  ];
  const name = names.find(({ its }) => its === day)?.name;
  return (
    <span className="flex gap-2 font-normal text-muted text-sm tabular-nums">
      {name && <span className="font-medium text-ink">{name}</span>}
      <span>{formatWeekday(day, useLocale())}</span>
    </span>
  );
}

export type RequestPlace = {
  business: string;
  filter: HistoryFilter;
  /** The element that shows the list. */
  region: string;
  cursor?: string;
  /** The id of the open request. */
  open?: string;
};

/** Each column with the width from which it is shown. */
const columnClass = {
  status: "w-px pl-4",
  time: "w-px @max-[44rem]:hidden",
  text: "w-full max-w-0",
  result: "w-px @max-[44rem]:hidden",
  key: "max-w-40 truncate @max-[60rem]:hidden",
  voice: "@max-[52rem]:hidden",
  duration: "w-px text-right @max-[44rem]:hidden",
  price: "w-px pr-4 text-right",
};

type RequestLineProps = RequestPlace & {
  row: RequestRow;
  /** The decimals of the amounts in this list. */
  digits: number;
  isSelectable: boolean;
};

/** A request of the list. The whole line links to its details. */
function RequestLine({ row, digits, business, filter, region, cursor, open, isSelectable }: RequestLineProps) {
  const t = useTranslations();
  const locale = useLocale();
  const timeZone = useTimeZone();
  const job = "trackingId" in row ? row : null;
  const id = "trackingId" in row ? row.trackingId : row.requestId;
  const { text, isWords } = useLineText(row);
  const when = formatClock(row.createdAt, locale, timeZone);
  const code = "code" in row ? row.code : row.status === "failed" && row.resultCode;
  const key = row.keyName === null ? t("history.playgroundKey") : row.keyName;
  const seconds = job && job.audioDuration > 0 ? job.audioDuration.toFixed(1) : null;
  return (
    <tr className="group relative h-11 border-line not-last:border-b hover:bg-hover has-[a[aria-current]]:bg-hover has-[:checked]:bg-hover has-[a[aria-current]]:shadow-[inset_2px_0_0_var(--ink)]">
      {isSelectable && <td className="pl-4">{job && <SelectBox trackingId={id} label={text} />}</td>}
      <td className={clsx("px-2", columnClass.status, isSelectable && "pl-2")}>
        <RequestStatus status={row.status} />
      </td>
      <td className={clsx("px-2 text-muted text-sm whitespace-nowrap tabular-nums", columnClass.time)}>
        <time dateTime={row.createdAt.toISOString()} title={formatExactTime(row.createdAt, locale, timeZone)}>
          {when}
        </time>
      </td>
      <td className={clsx("px-2", columnClass.text)}>
        <span className="flex min-w-0 items-center gap-2 @max-[44rem]:pt-1.5">
          <JobLink
            href={historyPath(business, { ...filter, cursor, job: id })}
            trackingId={id}
            isOpen={id === open}
            title={id}
          >
            <span className={clsx("block truncate", !isWords && "text-muted")}>{text}</span>
          </JobLink>
          {job && (
            <span className="flex shrink-0 gap-1 empty:hidden">
              <JobBadges {...job} here={region} />
            </span>
          )}
        </span>
        <span className="hidden truncate pb-1.5 text-muted text-xs @max-[44rem]:block">
          {[when, code || job?.voiceName, key].filter(Boolean).join(" · ")}
        </span>
      </td>
      <td className={clsx("px-2 whitespace-nowrap", columnClass.result)}>
        {code ? (
          <code className="font-mono text-danger text-xs">{code}</code>
        ) : (
          job?.spark && <Wave bars={sparkBars(job.spark, 2)} className="h-5" />
        )}
      </td>
      <td className={clsx("px-2 text-sm", columnClass.key)} title={key}>
        {key}
      </td>
      <td className={clsx("px-2 text-sm whitespace-nowrap", columnClass.voice)}>
        {job && (job.voiceName ?? <span className="text-muted">{t("history.transcription")}</span>)}
      </td>
      <td className={clsx("px-2 text-sm whitespace-nowrap tabular-nums", columnClass.duration)}>
        {seconds ? t("history.seconds", { seconds: formatNumber(Number(seconds), locale, 1) }) : "—"}
      </td>
      <td className={clsx("px-2 text-sm", columnClass.price)}>
        {job && (job.amountMilli > 0n || job.status === "completed") ? (
          <Money amountMilli={job.amountMilli} digits={digits} />
        ) : (
          "—"
        )}
      </td>
    </tr>
  );
}

/** The words of a job, or else why there are none. */
function useLineText(row: RequestRow): { text: string; isWords: boolean } {
  const textOf = useErrorText();
  if (!("trackingId" in row)) return { text: `${textOf(row.code, row.said)} ${row.call}`, isWords: false };
  if (row.excerpt) return { text: row.excerpt, isWords: true };
  const isFailed = row.status === "failed" && row.resultCode;
  return { text: isFailed ? textOf(row.resultCode ?? "", row.said) : row.trackingId, isWords: false };
}

const looks = {
  completed: { Icon: CircleCheck, look: "text-jade" },
  failed: { Icon: CircleAlert, look: "text-danger" },
  rejected: { Icon: Ban, look: "text-danger" },
};

/** How a request ended. The code of an error stands in the column of results. */
function RequestStatus({ status }: Pick<RequestRow, "status">) {
  const t = useTranslations("history.statuses");
  const { Icon, look } = looks[status];
  return (
    <span className={`flex items-center gap-1.5 font-medium text-sm whitespace-nowrap ${look}`}>
      <Icon aria-hidden className="size-4 shrink-0" strokeWidth={1.5} />
      <span className="sr-only">{t(status)}</span>
    </span>
  );
}

type JobBadgesProps = Pick<
  JobRow,
  "mode" | "api" | "status" | "resultCode" | "region" | "isReadable" | "keepsNothing"
> & {
  here: string;
};

/** Badges for what is unusual about a job; usually none. */
function JobBadges({ mode, api, status, resultCode, region, isReadable, keepsNothing, here }: JobBadgesProps) {
  const t = useTranslations("history");
  const nameOf = useTranslations("apis");
  return (
    <>
      {api && api !== "vang" && api !== "console" && <Badge>{nameOf(api)}</Badge>}
      {mode === "test" && <Badge kind="info">{t("modes.test")}</Badge>}
      {resultCode === "NO_SPEECH_FOUND" && <Badge kind="info">{t("noSpeech")}</Badge>}
      {region !== here && <Badge kind="info">{t(`regions.${region}`)}</Badge>}
      {status === "completed" && region === here && !isReadable && (
        <Badge>{t(keepsNothing ? "nothingKept" : "erased")}</Badge>
      )}
    </>
  );
}

type JobLinkProps = { href: Route; trackingId: string; isOpen: boolean; title?: string; children: ReactNode };

/** The whole row links to the job. HistoryKeys moves between these links and finds one again by its trackingId. */
function JobLink({ href, trackingId, isOpen, title, children }: JobLinkProps) {
  return (
    <Link
      href={href}
      scroll={false}
      data-job={trackingId}
      title={title}
      aria-current={isOpen ? "true" : undefined}
      className="min-w-0 flex-1 outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:outline-ink focus-visible:after:-outline-offset-2"
    >
      {children}
    </Link>
  );
}

/** Selects a job of the list. Above the line's link, and part of the form that `SelectionBar` reads. */
function SelectBox({ trackingId, label }: { trackingId: string; label: string }) {
  return (
    <input
      type="checkbox"
      data-select={trackingId}
      aria-label={label}
      autoComplete="off"
      className="relative z-1 block size-4 accent-ink pointer-coarse:size-5"
    />
  );
}
