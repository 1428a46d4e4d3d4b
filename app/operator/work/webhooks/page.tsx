import { getTranslations } from "next-intl/server";
import { DeskList } from "@/components/operator/desk-list";
import { EndpointTable } from "@/components/operator/work/work-tables";
import { WorkTabs, workPath } from "@/components/operator/work/work-tabs";
import { choicesOf } from "@/components/ui/fields/choices";
import { Page } from "@/components/ui/text/page";
import { requireStaff } from "@/lib/access/auth/staff";
import { listFailingEndpoints } from "@/lib/operator/work/lists";
import { endpointAddressSchema, endpointStates } from "@/lib/operator/work/schema";
import { pageTitle } from "@/lib/platform/i18n/page-title";

export const generateMetadata = pageTitle("operator.work.tabs", "webhooks");

const path = workPath("webhooks");

export default async function EndpointsPage({ searchParams }: PageProps<"/operator/work/webhooks">) {
  const staff = await requireStaff();
  const { cursor, ...filter } = endpointAddressSchema.parse(await searchParams);
  const [t, page] = await Promise.all([getTranslations("operator.work"), listFailingEndpoints(staff, filter, cursor)]);

  return (
    <Page title={t("tabs.webhooks")} lead={t("leads.webhooks")}>
      <WorkTabs current="webhooks" />
      <DeskList
        {...{ path, filter, cursor, page }}
        fields={[
          { name: "q", label: t("business"), type: "search" },
          {
            name: "state",
            label: t("status"),
            choices: choicesOf(endpointStates, (value) => t(`endpointStates.${value}`)),
          },
        ]}
        table={(shown) => <EndpointTable rows={shown} />}
        empty={{ title: t("empties.webhooks"), lead: t("emptyLeads.webhooks") }}
      />
    </Page>
  );
}
