import { ReceiptText } from "lucide-react";
import { getTranslations } from "next-intl/server";
import { DeskList } from "@/components/operator/desk-list";
import { DueInvoiceTable, WorkTabs, workPath } from "@/components/operator/work/work-tables";
import { Page } from "@/components/ui/text/page";
import { requireStaff } from "@/lib/access/auth/staff";
import { staffCan } from "@/lib/access/principals/roles";
import { invoiceAddressSchema } from "@/lib/operator/work/schema";
import { listDueInvoices } from "@/lib/operator/work/work";
import { pageTitle } from "@/lib/platform/i18n/page-title";

export const generateMetadata = pageTitle("operator.work.tabs", "invoices");

const path = workPath("invoices");

export default async function DueInvoicesPage({ searchParams }: PageProps<"/operator/work/invoices">) {
  const staff = await requireStaff();
  const { cursor, ...filter } = invoiceAddressSchema.parse(await searchParams);
  const [t, page] = await Promise.all([getTranslations("operator.work"), listDueInvoices(staff, filter, cursor)]);
  const mayAct = staffCan(staff.role, "work");
  return (
    <Page title={t("tabs.invoices")} lead={t("leads.invoices")}>
      <WorkTabs current="invoices" />

      <DeskList
        path={path}
        filter={filter}
        cursor={cursor}
        page={page}
        table={(shown) => <DueInvoiceTable rows={shown} mayAct={mayAct} />}
        empty={{ Icon: ReceiptText, title: t("empties.invoices"), lead: t("emptyLeads.invoices") }}
      />
    </Page>
  );
}
