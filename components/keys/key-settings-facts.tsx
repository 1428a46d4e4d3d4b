import { useLocale, useTranslations } from "next-intl";
import { Fact } from "@/components/ui/text/fact";
import { Money } from "@/components/ui/text/money";
import type { KeyDetail } from "@/lib/keys/detail";
import { formatNumber } from "@/lib/platform/i18n/format";

/** For members who can see a key's limits but not change them. */
export function KeySettingsFacts({ shown }: { shown: KeyDetail }) {
  const t = useTranslations("keys");
  const locale = useLocale();
  const { allowedAddresses, requestsPerMinute, concurrentCalls, monthlyCapMilli } = shown;
  const count = (limit: number | null) => (limit === null ? t("asBusiness") : formatNumber(limit, locale));
  return (
    <dl className="grid gap-4">
      <Fact label={t("allowedAddresses")}>
        {allowedAddresses.length > 0 ? (
          <span className="whitespace-pre-line font-mono text-sm">{allowedAddresses.join("\n")}</span>
        ) : (
          t("anyAddress")
        )}
      </Fact>
      <Fact label={t("requestsPerMinute")}>{count(requestsPerMinute)}</Fact>
      <Fact label={t("concurrentCalls")}>{count(concurrentCalls)}</Fact>
      {shown.mode === "live" && (
        <Fact label={t("monthlyCap")}>
          {monthlyCapMilli === null ? t("noCap") : <Money amountMilli={monthlyCapMilli} />}
        </Fact>
      )}
    </dl>
  );
}
