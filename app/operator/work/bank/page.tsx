import { Landmark } from "lucide-react";
import { getTranslations } from "next-intl/server";
import { DeskList } from "@/components/operator/desk-list";
import { BankDayTable, WorkTabs, workPath } from "@/components/operator/work/work-tables";
import { choicesOf } from "@/components/ui/fields/controls";
import { Page } from "@/components/ui/text/page";
import { requireStaff } from "@/lib/access/auth/staff";
import { bankDayAddressSchema } from "@/lib/operator/work/schema";
import { listBankDays } from "@/lib/operator/work/work";
import { pageTitle } from "@/lib/platform/i18n/page-title";

export const generateMetadata = pageTitle("operator.work.tabs", "bank");

const path = workPath("bank");

export default async function BankDaysPage({ searchParams }: PageProps<"/operator/work/bank">) {
  const staff = await requireStaff();
  const { cursor, ...filter } = bankDayAddressSchema.parse(await searchParams);
  const [t, page] = await Promise.all([getTranslations("operator.work"), listBankDays(staff, filter, cursor)]);

  return (
    <Page title={t("tabs.bank")} lead={t("leads.bank")}>
      <WorkTabs current="bank" />
      <DeskList
        path={path}
        filter={filter}
        cursor={cursor}
        page={page}
        fields={[
          { name: "account", label: t("account"), inputMode: "numeric" },
          { name: "state", label: t("status"), choices: choicesOf(["differs", "equal"], (value) => t(value)) },
        ]}
        table={(shown) => <BankDayTable rows={shown} />}
        empty={{ Icon: Landmark, title: t("empties.bank"), lead: t("emptyLeads.bank") }}
      />
    </Page>
  );
}
