import { Undo2 } from "lucide-react";
import { getTranslations } from "next-intl/server";
import { DeskList } from "@/components/operator/desk-list";
import { RefundTable } from "@/components/operator/refunds/refunds";
import { choicesOf } from "@/components/ui/fields/controls";
import { Page } from "@/components/ui/text/page";
import { orError } from "@/lib/access/auth/or-error";
import { requireStaff } from "@/lib/access/auth/staff";
import { listRefunds } from "@/lib/operator/refunds/list";
import { refundAddressSchema, refundStates } from "@/lib/operator/refunds/schema";
import { pageTitle } from "@/lib/platform/i18n/page-title";

export const generateMetadata = pageTitle("operator.refunds", "title");

const path = "/operator/refunds";

export default async function RefundsPage({ searchParams }: PageProps<"/operator/refunds">) {
  const staff = await requireStaff();
  const nav = await getTranslations("operator.nav");
  const { cursor, ...filter } = refundAddressSchema.parse(await searchParams);
  const [t, page] = await Promise.all([
    getTranslations("operator.refunds"),
    orError(listRefunds(staff, filter, cursor)),
  ]);
  const choices = choicesOf(refundStates, (value) => t(`states.${value}`));
  return (
    <Page title={t("title")} lead={t("lead")}>
      <DeskList
        path={path}
        filter={filter}
        cursor={cursor}
        page={page}
        fields={[{ name: "state", label: t("state"), choices }]}
        table={(shown) => <RefundTable rows={shown} />}
        empty={{
          Icon: Undo2,
          title: t("empty"),
          lead: t("emptyLead"),
          act: { href: "/operator/businesses", label: nav("businesses") },
        }}
      />
    </Page>
  );
}
