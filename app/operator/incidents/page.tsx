import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { OpenIncident } from "@/components/operator/incidents/incident-acts";
import { IncidentTable } from "@/components/operator/incidents/incident-table";
import { ListFilters } from "@/components/operator/list-filters";
import { EmptyState } from "@/components/ui/feedback/empty-state";
import { PagedList } from "@/components/ui/lists/paged-list";
import { withQuery } from "@/components/ui/lists/with-query";
import { Page } from "@/components/ui/text/page";
import { orError } from "@/lib/auth/or-error";
import { requireStaff } from "@/lib/auth/staff";
import { AppError } from "@/lib/errors";
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
  const { rows, next } = page instanceof AppError ? { rows: null, next: null } : page;
  return (
    <Page title={t("title")} lead={t("lead")} action={staffCan(staff.role, "work") && <OpenIncident />}>
      <ListFilters
        path={path}
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
      />
      <PagedList
        words="operator.lists"
        {...{ rows, next, cursor, filter }}
        pathOf={(address = {}) => withQuery(path, address)}
        table={(shown) => <IncidentTable rows={shown} />}
        empty={<EmptyState title={t("empty")}>{t("emptyLead")}</EmptyState>}
      />
    </Page>
  );
}
