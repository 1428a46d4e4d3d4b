import { useTranslations } from "next-intl";
import { Badge, type BadgeKind } from "@/components/ui/text/badge";
import type { DeliverySummary } from "@/lib/webhooks/delivery-log/find";
import type { DeliveryState } from "@/lib/webhooks/delivery-log/schema";

const kinds: Record<DeliveryState, BadgeKind> = {
  waiting: "info",
  succeeded: "success",
  failed: "danger",
  held: "neutral",
  canceled: "neutral",
};

type DeliveryBadgeProps = { delivery: Pick<DeliverySummary, "state" | "attempts" | "lastError"> };

/** A delivery's state. One that waits after a failure is retried. */
export function DeliveryBadge({ delivery: { state, attempts, lastError } }: DeliveryBadgeProps) {
  const t = useTranslations("webhooks.states");
  const isRetried = state === "waiting" && attempts > 0 && lastError !== null;
  return (
    <Badge kind={isRetried ? "warning" : (kinds[state as DeliveryState] ?? "neutral")}>
      {t(isRetried ? "retrying" : state)}
    </Badge>
  );
}
