import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { ClaimTable } from "@/components/operator/claims/claim-table";
import { DeskList } from "@/components/operator/desk-list";
import { Page } from "@/components/ui/text/page";
import { orError } from "@/lib/auth/or-error";
import { requireStaff } from "@/lib/auth/staff";
import { claimStatuses } from "@/lib/billing/claims/schema";
import { listAllClaims } from "@/lib/operator/claims/list";
import { claimAddressSchema } from "@/lib/operator/claims/schema";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("operator.claims"))("title") };
}

const path = "/operator/claims";

export default async function ClaimsPage({ searchParams }: PageProps<"/operator/claims">) {
  const staff = await requireStaff();
  const { cursor, ...filter } = claimAddressSchema.parse(await searchParams);
  const [t, page] = await Promise.all([
    getTranslations("operator.claims"),
    orError(listAllClaims(staff, filter, cursor)),
  ]);
  return (
    <Page title={t("title")} lead={t("lead")}>
      <DeskList
        {...{ path, filter, cursor, page }}
        fields={[
          {
            name: "state",
            label: t("state"),
            value: filter.state,
            choices: claimStatuses.map((value) => ({ value, label: t(`states.${value}`) })),
          },
          { name: "amount", label: t("amount"), value: filter.amount, inputMode: "numeric" },
        ]}
        table={(shown) => <ClaimTable rows={shown} />}
        empty={{ title: t("empty"), lead: t("emptyLead") }}
      />
    </Page>
  );
}
