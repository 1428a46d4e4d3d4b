import { UserCheck } from "lucide-react";
import { getLocale, getTranslations } from "next-intl/server";
import { DeskList } from "@/components/operator/desk-list";
import { MoneyActTable } from "@/components/operator/money-acts/money-acts";
import { choicesOf } from "@/components/ui/fields/controls";
import { Page } from "@/components/ui/text/page";
import { orError } from "@/lib/access/auth/or-error";
import { requireStaff } from "@/lib/access/auth/staff";
import { moneyActStatuses } from "@/lib/money/acts/schema";
import { listMoneyActs } from "@/lib/operator/money-acts/list";
import { moneyActAddressSchema } from "@/lib/operator/money-acts/schema";
import { env } from "@/lib/platform/env";
import { formatVnd } from "@/lib/platform/i18n/format";
import { pageTitle } from "@/lib/platform/i18n/page-title";

export const generateMetadata = pageTitle("operator.moneyActs", "title");

const path = "/operator/approvals";

export default async function ApprovalsPage({ searchParams }: PageProps<"/operator/approvals">) {
  const staff = await requireStaff();
  const nav = await getTranslations("operator.nav");
  const { cursor, ...filter } = moneyActAddressSchema.parse(await searchParams);
  const [t, locale, page] = await Promise.all([
    getTranslations("operator.moneyActs"),
    getLocale(),
    orError(listMoneyActs(staff, filter, cursor)),
  ]);
  const limit = formatVnd(env.CREDIT_APPROVAL_ABOVE_VND * 1000n, locale);
  return (
    <Page title={t("title")} lead={t("lead", { limit })}>
      <DeskList
        path={path}
        filter={filter}
        cursor={cursor}
        page={page}
        fields={[
          { name: "state", label: t("state"), choices: choicesOf(moneyActStatuses, (value) => t(`states.${value}`)) },
          { name: "all", label: t("which"), choices: [{ value: "1", label: t("whichAll") }] },
        ]}
        table={(shown) => <MoneyActTable rows={shown} />}
        empty={{
          Icon: UserCheck,
          title: t("empty"),
          lead: t("emptyLead"),
          act: { href: "/operator/adjustments", label: nav("adjustments") },
        }}
      />
    </Page>
  );
}
