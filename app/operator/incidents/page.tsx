import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { DeskList } from "@/components/operator/desk-list";
import { OpenIncident } from "@/components/operator/incidents/incident-acts";
import { IncidentTable } from "@/components/operator/incidents/incident-table";
import { Page } from "@/components/ui/text/page";
import { orError } from "@/lib/auth/or-error";
import { requireStaff } from "@/lib/auth/staff";
import { listIncidents } from "@/lib/incidents/queries";
import { incidentAddressSchema } from "@/lib/incidents/schema";
import { staffCan } from "@/lib/principals/roles";
import { regionCodes } from "@/lib/regions";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("operator.incidents"))("title") };
}

const path = "/operator/incidents";

export default async function IncidentsPage({ searchParams }: PageProps<"/operator/incidents">) {
  const staff = await requireStaff();
  const { cursor, ...filter } = incidentAddressSchema.parse(await searchParams);
  const [t, page] = await Promise.all([
    getTranslations("operator.incidents"),
    orError(listIncidents(staff, filter, cursor)),
  ]);
  return (
    <Page title={t("title")} lead={t("lead")} action={staffCan(staff.role, "work") && <OpenIncident />}>
      <DeskList
        {...{ path, filter, cursor, page }}
        fields={[
          {
            name: "state",
            label: t("state"),
            value: filter.state,
            choices: (["open", "resolved"] as const).map((value) => ({ value, label: t(`states.${value}`) })),
          },
          {
            name: "region",
            label: t("region"),
            value: filter.region,
            choices: regionCodes.map((value) => ({ value, label: value })),
          },
        ]}
        table={(shown) => <IncidentTable rows={shown} />}
        empty={{ title: t("empty"), lead: t("emptyLead") }}
      />
    </Page>
  );
}
