import { useTranslations } from "next-intl";
import { Badge, type BadgeKind } from "@/components/ui/text/badge";
import type { EndpointStatus } from "@/lib/webhooks/endpoints/schema";

const kinds: Record<EndpointStatus, BadgeKind> = {
  active: "success",
  failing: "warning",
  paused: "neutral",
  disabled: "danger",
};

export function EndpointBadge({ status }: { status: EndpointStatus }) {
  const t = useTranslations("webhooks.statuses");
  return <Badge kind={kinds[status]}>{t(status)}</Badge>;
}
