import { getTranslations } from "next-intl/server";
import { DataRequestCards } from "@/components/operator/data-requests/data-request-cards";
import { HistoryCard } from "@/components/operator/facts";
import { Notice } from "@/components/ui/feedback/notice";
import { Page } from "@/components/ui/text/page";
import { orNotFound } from "@/lib/access/auth/or-error";
import { requireStaff } from "@/lib/access/auth/staff";
import { staffCan } from "@/lib/access/principals/roles";
import { listActsAbout } from "@/lib/operator/history";
import { getDataRequest } from "@/lib/people/data-requests/service";
import { pageTitle } from "@/lib/platform/i18n/page-title";

export const generateMetadata = pageTitle("operator.dataRequests", "one");

export default async function DataRequestPage({ params }: PageProps<"/operator/data-requests/[request]">) {
  const staff = await requireStaff();
  const request = await orNotFound(getDataRequest(staff, (await params).request));
  const t = await getTranslations("operator");
  const mayAct = staffCan(staff.role, "manage");
  return (
    <Page title={t("dataRequests.one")} lead={request.id}>
      {!request.closedAt && !mayAct && <Notice>{t("readsOnly")}</Notice>}
      <DataRequestCards request={request} mayAct={mayAct} />
      <HistoryCard acts={await listActsAbout(request.id, ["dataRequestId"])} />
    </Page>
  );
}
