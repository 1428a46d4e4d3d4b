import { useLocale, useTranslations } from "next-intl";
import { StepUp } from "@/components/people/account/step-up";
import { ProgressBar } from "@/components/ui/feedback/progress-bar";
import { Form } from "@/components/ui/fields/form";
import { Badge, type BadgeKind } from "@/components/ui/text/badge";
import { Card } from "@/components/ui/text/card";
import { RelativeTime } from "@/components/ui/text/relative-time";
import { formatNumber } from "@/lib/platform/i18n/format";
import { cancelReplayAction } from "@/lib/webhooks/replays/actions";
import type { ReplayRow } from "@/lib/webhooks/replays/schema";

const kinds: Record<ReplayRow["state"], BadgeKind> = {
  running: "info",
  waiting: "warning",
  finished: "success",
  canceled: "neutral",
};

type ReplayListProps = { business: string; replays: readonly ReplayRow[]; mayWrite: boolean };

export function ReplayList({ business, replays, mayWrite }: ReplayListProps) {
  const t = useTranslations("webhooks.replay");
  const locale = useLocale();
  if (replays.length === 0) return null;
  return (
    <Card title={t("list")}>
      <ul className="grid gap-4">
        {replays.map(({ id, state, done, total, createdAt }) => (
          <li key={id} className="grid gap-2">
            <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <Badge kind={kinds[state]}>{t(`states.${state}`)}</Badge>
              <span className="tabular-nums">
                {t("progress", { done: formatNumber(done, locale), total: formatNumber(total, locale) })}
              </span>
              <span className="text-muted text-sm">
                <RelativeTime time={createdAt} />
              </span>
              {mayWrite && (state === "running" || state === "waiting") && (
                <span className="ml-auto">
                  <Form
                    action={cancelReplayAction}
                    hidden={{ business, id }}
                    submit={t("stop")}
                    stepUp={StepUp}
                    button={{ variant: "secondary", size: "small" }}
                  />
                </span>
              )}
            </div>
            <ProgressBar label={t("list")} value={done} max={Math.max(total, 1)} />
          </li>
        ))}
      </ul>
    </Card>
  );
}
