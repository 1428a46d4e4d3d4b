import { Webhook } from "lucide-react";
import { getTranslations } from "next-intl/server";
import { DeskList } from "@/components/operator/desk-list";
import { EndpointTable, WorkTabs, workPath } from "@/components/operator/work/work-tables";
import { choicesOf } from "@/components/ui/fields/controls";
import { Page } from "@/components/ui/text/page";
import { requireStaff } from "@/lib/access/auth/staff";
import { endpointAddressSchema, endpointStates } from "@/lib/operator/work/schema";
import { listFailingEndpoints } from "@/lib/operator/work/work";
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
        path={path}
        filter={filter}
        cursor={cursor}
        page={page}
        fields={[
          { name: "q", label: t("business"), type: "search" },
          {
            name: "state",
            label: t("status"),
            choices: choicesOf(endpointStates, (value) => t(`endpointStates.${value}`)),
          },
        ]}
        table={(shown) => <EndpointTable rows={shown} />}
        empty={{ Icon: Webhook, title: t("empties.webhooks"), lead: t("emptyLeads.webhooks") }}
      />
    </Page>
  );
}
