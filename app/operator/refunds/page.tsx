import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { ListFilters } from "@/components/operator/list-filters";
import { RefundTable } from "@/components/operator/refunds/refund-table";
import { EmptyState } from "@/components/ui/feedback/empty-state";
import { PagedList } from "@/components/ui/lists/paged-list";
import { withQuery } from "@/components/ui/lists/with-query";
import { Page } from "@/components/ui/text/page";
import { orError } from "@/lib/auth/or-error";
import { requireStaff } from "@/lib/auth/staff";
import { AppError } from "@/lib/errors";
import { listRefunds } from "@/lib/operator/refunds/list";
import { refundAddressSchema, refundStates } from "@/lib/operator/refunds/schema";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("operator.refunds"))("title") };
}

const path = "/operator/refunds";

export default async function RefundsPage({ searchParams }: PageProps<"/operator/refunds">) {
  const staff = await requireStaff();
  const { cursor, ...filter } = refundAddressSchema.parse(await searchParams);
  const [t, page] = await Promise.all([
    getTranslations("operator.refunds"),
    orError(listRefunds(staff, filter, cursor)),
  ]);
  const { rows, next } = page instanceof AppError ? { rows: null, next: null } : page;
  const choices = refundStates.map((value) => ({ value, label: t(`states.${value}`) }));
  return (
    <Page title={t("title")} lead={t("lead")}>
      <ListFilters path={path} fields={[{ name: "state", label: t("state"), value: filter.state, choices }]} />
      <PagedList
        words="operator.lists"
        {...{ rows, next, cursor, filter }}
        pathOf={(address = {}) => withQuery(path, address)}
        table={(shown) => <RefundTable rows={shown} />}
        empty={<EmptyState title={t("empty")}>{t("emptyLead")}</EmptyState>}
      />
    </Page>
  );
}
