import { Siren } from "lucide-react";
import { getTranslations } from "next-intl/server";
import { DeskList } from "@/components/operator/desk-list";
import { IncidentTable, OpenIncident } from "@/components/operator/incidents/incidents";
import { choicesOf } from "@/components/ui/fields/controls";
import { Page } from "@/components/ui/text/page";
import { orError } from "@/lib/access/auth/or-error";
import { requireStaff } from "@/lib/access/auth/staff";
import { staffCan } from "@/lib/access/principals/roles";
import { listIncidents } from "@/lib/operator/incidents/incidents";
import { incidentAddressSchema } from "@/lib/operator/incidents/schema";
import { pageTitle } from "@/lib/platform/i18n/page-title";
import { regionCodes } from "@/lib/platform/regions";

export const generateMetadata = pageTitle("operator.incidents", "title");

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
        path={path}
        filter={filter}
        cursor={cursor}
        page={page}
        fields={[
          {
            name: "state",
            label: t("state"),
            choices: choicesOf(["open", "resolved"], (value) => t(`states.${value}`)),
          },
          { name: "region", label: t("region"), choices: choicesOf(regionCodes) },
        ]}
        table={(shown) => <IncidentTable rows={shown} />}
        empty={{ Icon: Siren, title: t("empty"), lead: t("emptyLead") }}
      />
    </Page>
  );
}
