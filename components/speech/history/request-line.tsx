import { clsx } from "clsx";
import { useLocale, useTimeZone, useTranslations } from "next-intl";
import { Spark } from "@/components/ui/sound/spark";
import { Money } from "@/components/ui/text/money";
import type { RequestRow } from "@/lib/keys/request-log/rows";
import { clock } from "@/lib/platform/clock";
import { formatListTime, formatNumber, formatTime } from "@/lib/platform/i18n/format";
import { historyPath } from "@/lib/speech/history/path";
import type { HistoryFilter } from "@/lib/speech/history/schema";
import { JobBadges } from "./job-badges";
import { JobLink } from "./job-link";
import { RequestStatus } from "./request-status";
import { SelectBox } from "./select-box";
import { useErrorText } from "./use-error-text";

export type RequestPlace = {
  business: string;
  filter: HistoryFilter;
  /** The element that shows the list. */
  region: string;
  cursor?: string;
  /** The id of the open request: the list then makes room for it. */
  open?: string;
};

/** Where there is room for what else a line says. */
export const columnClass = {
  status: "w-px pl-4",
  time: "w-px @max-[36rem]:hidden",
  text: "w-full max-w-0",
  key: "max-w-40 truncate @max-[52rem]:hidden",
  voice: "@max-[44rem]:hidden",
  wave: "w-px @max-[60rem]:hidden",
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
export function RequestLine({ row, digits, business, filter, region, cursor, open, isSelectable }: RequestLineProps) {
  const t = useTranslations();
  const locale = useLocale();
  const timeZone = useTimeZone();
  const job = "trackingId" in row ? row : null;
  const id = "trackingId" in row ? row.trackingId : row.requestId;
  const { text, isWords } = useLineText(row);
  const when = formatListTime(row.createdAt, clock.now(), locale, timeZone);
  const key = row.keyName === null ? t("history.playgroundKey") : row.keyName;
  const seconds = job && job.audioDuration > 0 ? job.audioDuration.toFixed(1) : null;
  return (
    <tr className="group relative h-11 border-line not-last:border-b hover:bg-hover has-[a[aria-current]]:bg-hover has-[:checked]:bg-hover has-[a[aria-current]]:shadow-[inset_2px_0_0_var(--ink)]">
      {isSelectable && <td className="pl-4">{job && <SelectBox trackingId={id} label={text} />}</td>}
      <td className={clsx("px-2", columnClass.status, isSelectable && "pl-2")}>
        <RequestStatus status={row.status} />
      </td>
      <td className={clsx("px-2 text-muted text-sm whitespace-nowrap tabular-nums", columnClass.time)}>
        <time dateTime={row.createdAt.toISOString()} title={formatTime(row.createdAt, locale, timeZone)}>
          {when}
        </time>
      </td>
      <td className={clsx("px-2", columnClass.text)}>
        <span className="flex min-w-0 items-center gap-2 @max-[36rem]:pt-1.5">
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
        <span className="hidden truncate pb-1.5 text-muted text-xs @max-[36rem]:block">
          {[when, job?.voiceName, key].filter(Boolean).join(" · ")}
        </span>
      </td>
      <td className={clsx("px-2 text-sm", columnClass.key)} title={key}>
        {key}
      </td>
      <td className={clsx("px-2 text-sm whitespace-nowrap", columnClass.voice)}>
        {job && (job.voiceName ?? <span className="text-muted">{t("history.transcription")}</span>)}
      </td>
      <td className={clsx("px-2", columnClass.wave)}>{job?.spark && <Spark digits={job.spark} />}</td>
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
