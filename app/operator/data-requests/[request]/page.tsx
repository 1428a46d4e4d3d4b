import { getTranslations } from "next-intl/server";
import { AnswerCard, DataRequestFactsCard } from "@/components/operator/data-requests/data-request-cards";
import { DetailPage } from "@/components/operator/detail-page";
import { Notice } from "@/components/ui/feedback/notice";
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
    <DetailPage
      title={t("dataRequests.one")}
      lead={request.id}
      list={{ href: "/operator", label: t("nav.today") }}
      notices={!request.closedAt && !mayAct && <Notice>{t("readsOnly")}</Notice>}
      beside={!request.closedAt && mayAct && <AnswerCard id={request.id} />}
      history={await listActsAbout(request.id, ["dataRequestId"])}
    >
      <DataRequestFactsCard request={request} />
    </DetailPage>
  );
}
