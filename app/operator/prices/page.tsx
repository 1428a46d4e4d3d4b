import { Tag } from "lucide-react";
import { getTranslations } from "next-intl/server";
import { DeskList } from "@/components/operator/desk-list";
import { PriceListTable } from "@/components/operator/prices/price-lists";
import { ButtonLink } from "@/components/ui/buttons/button-link";
import { Page } from "@/components/ui/text/page";
import { orError } from "@/lib/access/auth/or-error";
import { requireStaff } from "@/lib/access/auth/staff";
import { staffCan } from "@/lib/access/principals/roles";
import { findOffered } from "@/lib/operator/businesses/list";
import { listPricedModels, listPrices } from "@/lib/operator/prices/list";
import { priceAddressSchema } from "@/lib/operator/prices/schema";
import { pageTitle } from "@/lib/platform/i18n/page-title";
import { withQuery } from "@/lib/platform/with-query";

export const generateMetadata = pageTitle("operator.prices", "title");

const path = "/operator/prices";

export default async function PricesPage({ searchParams }: PageProps<"/operator/prices">) {
  const staff = await requireStaff();
  const nav = await getTranslations("operator.nav");
  const { cursor, ...filter } = priceAddressSchema.parse(await searchParams);
  const [t, models, business, page] = await Promise.all([
    getTranslations("operator.prices"),
    listPricedModels(),
    findOffered(staff, filter.business),
    orError(listPrices(staff, filter, cursor)),
  ]);
  const choices = models.map(({ modelId }) => ({ value: modelId, label: modelId }));
  return (
    <Page
      title={t("title")}
      lead={t("lead")}
      action={
        staffCan(staff.role, "money") && (
          <ButtonLink href={withQuery("/operator/prices/new", filter)} variant="primary">
            {t("new")}
          </ButtonLink>
        )
      }
    >
      <DeskList
        path={path}
        filter={filter}
        cursor={cursor}
        page={page}
        fields={[
          { name: "model", label: t("model"), choices },
          { name: "business", label: t("business"), type: "business", business, wide: true },
        ]}
        table={(shown) => <PriceListTable rows={shown} />}
        empty={{
          Icon: Tag,
          title: t("empty"),
          lead: t("emptyLead"),
          act: { href: "/operator/engines", label: nav("engines") },
        }}
      />
    </Page>
  );
}
