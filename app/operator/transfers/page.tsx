import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { DeskList } from "@/components/operator/desk-list";
import { TransferTable } from "@/components/operator/transfers/transfer-table";
import { Page } from "@/components/ui/text/page";
import { orError } from "@/lib/auth/or-error";
import { requireStaff } from "@/lib/auth/staff";
import { listAccounts, listTransfers } from "@/lib/operator/transfers/list";
import { transferAddressSchema, transferStates } from "@/lib/operator/transfers/schema";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("operator.transfers"))("title") };
}

const path = "/operator/transfers";

export default async function TransfersPage({ searchParams }: PageProps<"/operator/transfers">) {
  const staff = await requireStaff();
  const { cursor, ...filter } = transferAddressSchema.parse(await searchParams);
  const [t, page, accounts] = await Promise.all([
    getTranslations("operator.transfers"),
    orError(listTransfers(staff, filter, cursor)),
    listAccounts(),
  ]);
  const { q, state, direction, account, amount, from, to } = filter;
  return (
    <Page title={t("title")} lead={t("lead")}>
      <DeskList
        {...{ path, filter, cursor, page }}
        fields={[
          { name: "q", label: t("search"), value: q, type: "search", wide: true },
          { name: "amount", label: t("amount"), value: amount, inputMode: "numeric" },
          {
            name: "state",
            label: t("state"),
            value: state,
            choices: transferStates.map((value) => ({ value, label: t(`states.${value}`) })),
          },
          {
            name: "direction",
            label: t("direction"),
            value: direction,
            choices: (["in", "out"] as const).map((value) => ({ value, label: t(`directions.${value}`) })),
          },
          {
            name: "account",
            label: t("account"),
            value: account,
            choices: accounts.map((value) => ({ value, label: value })),
          },
          { name: "from", label: t("from"), value: from, type: "date" },
          { name: "to", label: t("to"), value: to, type: "date" },
        ]}
        table={(shown) => <TransferTable rows={shown} />}
        empty={{ title: t("empty"), lead: t("emptyLead") }}
      />
    </Page>
  );
}
