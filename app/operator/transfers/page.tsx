import { ArrowLeftRight } from "lucide-react";
import { getTranslations } from "next-intl/server";
import { DeskList } from "@/components/operator/desk-list";
import { TransferTable } from "@/components/operator/transfers/transfer-table";
import { choicesOf } from "@/components/ui/fields/controls";
import { Page } from "@/components/ui/text/page";
import { orError } from "@/lib/access/auth/or-error";
import { requireStaff } from "@/lib/access/auth/staff";
import { transferAddressSchema, transferStates } from "@/lib/operator/transfers/schema";
import { listAccounts, listTransfers } from "@/lib/operator/transfers/transfers";
import { pageTitle } from "@/lib/platform/i18n/page-title";

export const generateMetadata = pageTitle("operator.transfers", "title");

const path = "/operator/transfers";

export default async function TransfersPage({ searchParams }: PageProps<"/operator/transfers">) {
  const staff = await requireStaff();
  const nav = await getTranslations("operator.nav");
  const { cursor, ...filter } = transferAddressSchema.parse(await searchParams);
  const [t, page, accounts] = await Promise.all([
    getTranslations("operator.transfers"),
    orError(listTransfers(staff, filter, cursor)),
    listAccounts(),
  ]);
  return (
    <Page title={t("title")} lead={t("lead")}>
      <DeskList
        path={path}
        filter={filter}
        cursor={cursor}
        page={page}
        fields={[
          { name: "q", label: t("search"), type: "search", wide: true },
          { name: "amount", label: t("amount"), type: "amount" },
          { name: "state", label: t("state"), choices: choicesOf(transferStates, (value) => t(`states.${value}`)) },
          {
            name: "direction",
            label: t("direction"),
            choices: choicesOf(["in", "out"], (value) => t(`directions.${value}`)),
          },
          { name: "account", label: t("account"), choices: choicesOf(accounts) },
          { name: "from", label: t("from"), type: "date" },
          { name: "to", label: t("to"), type: "date" },
        ]}
        table={(shown) => <TransferTable rows={shown} />}
        empty={{
          Icon: ArrowLeftRight,
          title: t("empty"),
          lead: t("emptyLead"),
          act: { href: "/operator/setup", label: nav("setup") },
        }}
      />
    </Page>
  );
}
