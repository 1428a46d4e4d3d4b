import { useLocale, useTimeZone, useTranslations } from "next-intl";
import { Fact, IdLine } from "@/components/ui/text/fact";
import { Link } from "@/components/ui/text/link";
import { RelativeTime } from "@/components/ui/text/relative-time";
import { useAttemptWords } from "@/components/webhooks/deliveries/attempt-words";
import { formatTime } from "@/lib/platform/i18n/format";
import type { LastFailure } from "@/lib/webhooks/delivery-log/find";
import type { Endpoint } from "@/lib/webhooks/endpoints/endpoint";
import { deliveryPath } from "./webhooks-path";

type EndpointFactsProps = { business: string; endpoint: Endpoint; lastFailure?: LastFailure | null };

export function EndpointFacts({ business, endpoint, lastFailure }: EndpointFactsProps) {
  const [t, all] = [useTranslations("webhooks.facts"), useTranslations()];
  const wordsOf = useAttemptWords();
  const [locale, timeZone] = [useLocale(), useTimeZone()];
  const { id, url, events, ratePerSecond, isOrdered, hasContent, keyIds, security, isCallbacks } = endpoint;
  const moment = (time: Date | null) =>
    time ? (
      <>
        <RelativeTime time={time} />
        <span className="block text-muted text-sm">{formatTime(time, locale, timeZone)}</span>
      </>
    ) : (
      t("never")
    );
  return (
    <dl className="grid grid-cols-1 gap-x-6 gap-y-4 sm:grid-cols-2 lg:grid-cols-3">
      <Fact label={t("url")} wide>
        {isCallbacks ? all("webhooks.list.callbacksHint") : <IdLine id={url} what={t("url")} />}
      </Fact>
      <Fact label={t("events")} wide>
        <span className="flex flex-wrap gap-1.5">
          {(isCallbacks ? ["job.*", "tts.completed"] : events).map((type) => (
            <code key={type} className="rounded-small bg-sunken px-1.5 py-0.5 font-mono text-sm">
              {type}
            </code>
          ))}
        </span>
      </Fact>
      <Fact label={t("security")}>
        {t(`securities.${security.type}`)}
        {security.name && <code className="block wrap-anywhere font-mono text-muted text-sm">{security.name}</code>}
      </Fact>
      <Fact label={t("rate")}>{ratePerSecond === null ? t("noRate") : t("perSecond", { count: ratePerSecond })}</Fact>
      {keyIds.length > 0 && (
        <Fact label={t("keys")} wide>
          {keyIds.map((key) => (
            <code key={key} className="block break-all font-mono text-sm">
              {key}
            </code>
          ))}
        </Fact>
      )}
      {hasContent && <Fact label={t("content")}>{t("withContent")}</Fact>}
      {isOrdered && <Fact label={t("order")}>{t("inOrder")}</Fact>}
      <Fact label={t("id")}>
        <IdLine id={id} what={t("id")} />
      </Fact>
      {!isCallbacks && <Fact label={t("lastSucceededAt")}>{moment(endpoint.lastSucceededAt)}</Fact>}
      {!isCallbacks && (
        <Fact label={t("lastFailedAt")}>
          {moment(endpoint.lastFailedAt)}
          {lastFailure && (
            <span className="block wrap-anywhere text-sm">
              {t.rich("reason", {
                error: wordsOf(lastFailure) ?? "",
                link: (words) => (
                  <Link href={deliveryPath(business, id, lastFailure.deliveryId)} className="underline">
                    {words}
                  </Link>
                ),
              })}
            </span>
          )}
        </Fact>
      )}
      <Fact label={t("createdAt")}>{moment(endpoint.createdAt)}</Fact>
    </dl>
  );
}
