import { clsx } from "clsx";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import type { RequestRow } from "@/lib/keys/request-log/rows";
import { columnClass, RequestLine, type RequestPlace } from "./request-line";

type RequestTableProps = RequestPlace & {
  requests: readonly RequestRow[];
  selectAll?: ReactNode;
};

/** Requests, a line each: on a phone a second one says when, with which voice and by which key. */
export function RequestTable({ requests, selectAll, ...place }: RequestTableProps) {
  const t = useTranslations("history");
  const heads = ["status", "time", "text", "key", "voice", "wave", "duration", "price"] as const;
  // As many decimals in all of them as the finest needs.
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
                <span className={clsx((head === "wave" || head === "status") && "sr-only")}>
                  {t(head === "status" ? "filters.status" : head === "key" ? "filters.key" : head)}
                </span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {requests.map((row) => (
            <RequestLine
              key={"trackingId" in row ? row.trackingId : row.requestId}
              {...{ row, digits, ...place }}
              isSelectable={Boolean(selectAll)}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

const decimalsOf = (amountMilli: bigint) =>
  String(amountMilli % 1000n)
    .padStart(3, "0")
    .replace(/0+$/, "").length;
