import type { Route } from "next";
import { useLocale, useTranslations } from "next-intl";
import { Notice, type NoticeKind } from "@/components/ui/feedback/notice";
import type { TopUpWithSettled } from "@/lib/money/top-ups/list";
import type { TopUpStatus } from "@/lib/money/top-ups/schema";
import { formatVnd } from "@/lib/platform/i18n/format";
import { ExpiryClock } from "./expiry-clock";

const kinds: Record<TopUpStatus, NoticeKind> = {
  waiting: "info",
  credited: "success",
  short: "warning",
  over: "success",
  late: "success",
  further: "success",
  expired: "warning",
  checking: "info",
  reversed: "danger",
};

type TopUpStatusNoticeProps = { topUp: TopUpWithSettled /** The page's own URL. */; here: Route };

/** What happened to a top-up and what to do next, in the words of the payer. */
export function TopUpStatusNotice({ topUp, here }: TopUpStatusNoticeProps) {
  const t = useTranslations("billing");
  const locale = useLocale();
  const { status, amountVnd, receivedVnd, checkedVnd, settledVnd, expiresAt } = topUp;
  const vnd = (amount: bigint) => formatVnd(amount * 1000n, locale);
  const [received, checked] = [vnd(receivedVnd), vnd(checkedVnd)];
  const values = { amount: vnd(amountVnd), received, checked, rest: vnd(amountVnd - receivedVnd) };
  const isOpen = status === "waiting";
  return (
    <Notice kind={kinds[status]}>
      <p className="font-medium">{t(`statuses.${status}`)}</p>
      <p>{t(`statusLeads.${status}`, values)}</p>
      {checkedVnd > 0n && status !== "checking" && <p>{t("statusLeads.checking", values)}</p>}
      {settledVnd > 0n && <p>{t("settled", { amount: vnd(settledVnd) })}</p>}
      {isOpen && expiresAt && <ExpiryClock expiresAt={expiresAt} />}
      {isOpen && (
        <noscript>
          <a href={here} className="underline underline-offset-2">
            {t("checkAgain")}
          </a>
        </noscript>
      )}
    </Notice>
  );
}
