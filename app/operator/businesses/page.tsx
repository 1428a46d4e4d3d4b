import { Building2 } from "lucide-react";
import { redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { BusinessTable } from "@/components/operator/businesses/business-table";
import { DeskList } from "@/components/operator/desk-list";
import { choicesOf } from "@/components/ui/fields/controls";
import { Page } from "@/components/ui/text/page";
import { orError } from "@/lib/access/auth/or-error";
import { requireStaff } from "@/lib/access/auth/staff";
import { listBusinesses } from "@/lib/operator/businesses/list";
import { businessAddressSchema, businessStates } from "@/lib/operator/businesses/schema";
import { pageTitle } from "@/lib/platform/i18n/page-title";
import { shortenSecrets } from "@/lib/platform/text";
import { withQuery } from "@/lib/platform/with-query";

export const generateMetadata = pageTitle("operator.businesses", "title");

const path = "/operator/businesses";

export default async function BusinessesPage({ searchParams }: PageProps<"/operator/businesses">) {
  const staff = await requireStaff();
  const nav = await getTranslations("operator.nav");
  const address = await searchParams;
  const { cursor, ...filter } = businessAddressSchema.parse(address);
  // Sent by a browser whose scripts had not loaded.
  if (typeof address.q === "string" && shortenSecrets(address.q) !== address.q) redirect(withQuery(path, filter));
  const [t, page] = await Promise.all([
    getTranslations("operator.businesses"),
    orError(listBusinesses(staff, filter, cursor)),
  ]);
  const choices = choicesOf(businessStates, (value) => t(`states.${value}`));
  return (
    <Page title={t("title")} lead={t("lead")}>
      <DeskList
        path={path}
        filter={filter}
        cursor={cursor}
        page={page}
        fields={[
          { name: "q", label: t("search"), type: "search", wide: true },
          { name: "state", label: t("state"), choices },
        ]}
        table={(shown) => <BusinessTable rows={shown} />}
        empty={{
          Icon: Building2,
          title: t("empty"),
          lead: t("emptyLead"),
          act: { href: "/operator/setup", label: nav("setup") },
        }}
      />
    </Page>
  );
}
