import { useTranslations } from "next-intl";
import { Badge, type BadgeKind } from "@/components/ui/text/badge";
import type { TransferState } from "@/lib/operator/transfers/schema";

const kinds: Record<TransferState, BadgeKind> = {
  unmatched: "warning",
  credited: "success",
  reversed: "danger",
  reversal: "neutral",
  refund: "neutral",
  own: "neutral",
  void: "danger",
};

export function TransferBadge({ status }: { status: TransferState }) {
  const t = useTranslations("operator.transfers.states");
  return <Badge kind={kinds[status]}>{t(status)}</Badge>;
}
