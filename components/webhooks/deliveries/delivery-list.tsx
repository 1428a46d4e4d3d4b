import { useTranslations } from "next-intl";
import { EmptyState } from "@/components/ui/feedback/empty-state";
import { PagedList } from "@/components/ui/lists/paged-list";
import { deliveriesPath } from "@/components/webhooks/endpoints/webhooks-path";
import type { DeliverySummary } from "@/lib/webhooks/deliveries/list";
import type { DeliveryFilter } from "@/lib/webhooks/deliveries/schema";
import { DeliveryTable } from "./delivery-table";

type DeliveryListProps = {
  business: string;
  endpointId: string;
  /** Null if the URL has an unknown cursor. */
  rows: readonly DeliverySummary[] | null;
  next: string | null;
  cursor?: string;
  filter: DeliveryFilter;
  form?: string;
};

export function DeliveryList({ business, endpointId, form, ...list }: DeliveryListProps) {
  const t = useTranslations("webhooks.log");
  return (
    <PagedList
      words="webhooks.log"
      {...list}
      pathOf={(address) => deliveriesPath(business, endpointId, address)}
      table={(deliveries) => <DeliveryTable {...{ business, endpointId, deliveries, form }} />}
      empty={<EmptyState title={t("empty")}>{t("emptyLead")}</EmptyState>}
    />
  );
}
