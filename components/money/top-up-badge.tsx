import { useTranslations } from "next-intl";
import { Badge, type BadgeKind } from "@/components/ui/text/badge";
import type { TopUpStatus } from "@/lib/money/top-ups/schema";

const kinds: Record<TopUpStatus, BadgeKind> = {
  waiting: "info",
  credited: "success",
  short: "warning",
  over: "success",
  late: "success",
  further: "success",
  expired: "neutral",
  checking: "info",
  reversed: "danger",
};

export function TopUpBadge({ status }: { status: TopUpStatus }) {
  const t = useTranslations("billing.statuses");
  return <Badge kind={kinds[status]}>{t(status)}</Badge>;
}
