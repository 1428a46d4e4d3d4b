import { getLocale, getTranslations } from "next-intl/server";
import { DetailPage } from "@/components/operator/detail-page";
import { IncidentFactsCard, UpdateIncident, UpdatesCard } from "@/components/operator/incidents/incidents";
import { orNotFound } from "@/lib/access/auth/or-error";
import { requireStaff } from "@/lib/access/auth/staff";
import { staffCan } from "@/lib/access/principals/roles";
import { listActsAbout } from "@/lib/operator/history";
import { findIncident } from "@/lib/operator/incidents/incidents";
import { pageTitle } from "@/lib/platform/i18n/page-title";

export const generateMetadata = pageTitle("operator.incidents", "one");

export default async function IncidentPage({ params }: PageProps<"/operator/incidents/[incident]">) {
  const staff = await requireStaff();
  const incident = await orNotFound(findIncident(staff, (await params).incident));
  const [t, locale, history] = await Promise.all([
    getTranslations("operator"),
    getLocale(),
    listActsAbout(incident.id, ["incidentId"]),
  ]);
  const { id, title, status, resolvedAt } = incident;
  const mayAct = !resolvedAt && staffCan(staff.role, "work");
  return (
    <DetailPage
      title={t("incidents.one")}
      lead={title[locale]}
      list={{ href: "/operator/incidents", label: t("nav.incidents") }}
      acts={mayAct && <UpdateIncident id={id} status={status} />}
      history={history}
    >
      <IncidentFactsCard incident={incident} />
      <UpdatesCard updates={incident.updates} />
    </DetailPage>
  );
}
