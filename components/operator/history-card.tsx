import { useTranslations } from "next-intl";
import { Card } from "@/components/ui/text/card";
import { Moment } from "@/components/ui/text/moment";
import type { PastAct } from "@/lib/operator/history";

/** What the staff did to the thing on this page. */
export function HistoryCard({ acts }: { acts: readonly PastAct[] }) {
  const [t, audit] = [useTranslations("operator.history"), useTranslations("audit.actions")];
  return (
    <Card title={t("title")}>
      {acts.length === 0 ? (
        <p className="text-muted">{t("empty")}</p>
      ) : (
        <ol className="divide-y divide-line">
          {acts.map(({ at, action, actor, reason }) => (
            <li
              key={`${+at} ${action}`}
              className="flex flex-wrap justify-between gap-x-6 gap-y-1 py-2 first:pt-0 last:pb-0"
            >
              <span className="grid min-w-0">
                <span className="font-medium">{audit(action)}</span>
                <span className="wrap-anywhere text-muted text-sm">
                  {[actor ?? t("terminal"), reason].filter(Boolean).join(": ")}
                </span>
              </span>
              <Moment time={at} />
            </li>
          ))}
        </ol>
      )}
    </Card>
  );
}
