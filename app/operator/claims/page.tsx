import { MessageCircleQuestion } from "lucide-react";
import { getTranslations } from "next-intl/server";
import { ClaimTable } from "@/components/operator/claims/claims";
import { DeskList } from "@/components/operator/desk-list";
import { choicesOf } from "@/components/ui/fields/controls";
import { Page } from "@/components/ui/text/page";
import { orError } from "@/lib/access/auth/or-error";
import { requireStaff } from "@/lib/access/auth/staff";
import { claimStatuses } from "@/lib/money/claims/schema";
import { listAllClaims } from "@/lib/operator/claims/list";
import { claimAddressSchema } from "@/lib/operator/claims/schema";
import { pageTitle } from "@/lib/platform/i18n/page-title";

export const generateMetadata = pageTitle("operator.claims", "title");

const path = "/operator/claims";

export default async function ClaimsPage({ searchParams }: PageProps<"/operator/claims">) {
  const staff = await requireStaff();
  const nav = await getTranslations("operator.nav");
  const { cursor, ...filter } = claimAddressSchema.parse(await searchParams);
  const [t, page] = await Promise.all([
    getTranslations("operator.claims"),
    orError(listAllClaims(staff, filter, cursor)),
  ]);
  return (
    <Page title={t("title")} lead={t("lead")}>
      <DeskList
        path={path}
        filter={filter}
        cursor={cursor}
        page={page}
        fields={[
          { name: "state", label: t("state"), choices: choicesOf(claimStatuses, (value) => t(`states.${value}`)) },
          { name: "amount", label: t("amount"), type: "amount" },
        ]}
        table={(shown) => <ClaimTable rows={shown} />}
        empty={{
          Icon: MessageCircleQuestion,
          title: t("empty"),
          lead: t("emptyLead"),
          act: { href: "/operator/transfers", label: nav("transfers") },
        }}
      />
    </Page>
  );
}
