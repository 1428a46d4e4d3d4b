import { useLocale, useTimeZone, useTranslations } from "next-intl";
import { KeyName } from "@/components/access/key-name";
import { Badge } from "@/components/ui/text/badge";
import { Fact } from "@/components/ui/text/fact";
import { IpAddress } from "@/components/ui/text/ip-address";
import { Money } from "@/components/ui/text/money";
import { RelativeTime } from "@/components/ui/text/relative-time";
import type { KeyDetail } from "@/lib/keys/detail";
import { formatNumber, formatTime } from "@/lib/platform/i18n/format";
import { KeyBadge, KeyFlags } from "./key-badge";

export function KeyFacts({ shown }: { shown: KeyDetail }) {
  const t = useTranslations("keys");
  const [locale, timeZone] = [useLocale(), useTimeZone()];
  const { hint, mode, scopes, createdAt, expiresAt, lastUsedAt, lastUsedIp, lastUsedService } = shown;
  const { spentMilli, monthlyCapMilli, serviceAccount } = shown;
  return (
    <dl className="grid grid-cols-1 gap-x-6 gap-y-4 sm:grid-cols-2 lg:grid-cols-3">
      <Fact label={t("key")}>
        <KeyName hint={hint} mode={mode} /> {mode === "test" && <Badge kind="info">{t("modes.test.mark")}</Badge>}
        {mode === "test" && <span className="block text-muted text-sm">{t("modes.test.hint")}</span>}
      </Fact>
      <Fact label={t("status")}>
        <KeyBadge {...shown} /> <KeyFlags flags={shown.flags} />
      </Fact>
      <Fact label={t("services")}>{scopes.map((scope) => t(`shortScopes.${scope}`)).join(", ")}</Fact>
      {serviceAccount && <Fact label={t("accounts.one")}>{serviceAccount.name}</Fact>}
      <Fact label={t("createdAt")}>
        <RelativeTime time={createdAt} />
      </Fact>
      <Fact label={t("expiresAt")}>
        {expiresAt ? <RelativeTime time={expiresAt} /> : t("never")}
        {expiresAt && <span className="block text-muted text-sm">{formatTime(expiresAt, locale, timeZone)}</span>}
      </Fact>
      <Fact label={t("lastUsedAt")}>
        {lastUsedAt ? <RelativeTime time={lastUsedAt} /> : t("neverUsed")}
        {lastUsedIp && (
          <span className="block text-muted">
            <IpAddress ip={lastUsedIp} />
          </span>
        )}
        {lastUsedService && (
          <span className="block text-muted text-sm">{t(`shortScopes.${lastUsedService}:execute`)}</span>
        )}
      </Fact>
      {mode === "live" && (
        <Fact label={t("spentThisMonth")}>
          <Money amountMilli={spentMilli} />
          {monthlyCapMilli !== null && (
            <span className="text-muted">
              {" / "}
              <Money amountMilli={monthlyCapMilli} />
            </span>
          )}
        </Fact>
      )}
    </dl>
  );
}

/** For members who can see a key's limits but not change them. */
export function KeySettingsFacts({ shown }: { shown: KeyDetail }) {
  const t = useTranslations("keys");
  const locale = useLocale();
  const { allowedAddresses, keyterms, keepsNothing, requestsPerMinute, concurrentCalls, monthlyCapMilli } = shown;
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
      {keyterms.length > 0 && (
        <Fact label={t("keyterms")}>
          <span className="whitespace-pre-line">{keyterms.join("\n")}</span>
        </Fact>
      )}
      {keepsNothing && <Fact label={t("keepsNothing")}>{t("keepsNothingHint")}</Fact>}
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
