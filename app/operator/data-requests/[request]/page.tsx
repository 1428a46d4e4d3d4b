import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { DataRequestCards } from "@/components/operator/data-requests/data-request-cards";
import { HistoryCard } from "@/components/operator/history-card";
import { Notice } from "@/components/ui/feedback/notice";
import { Page } from "@/components/ui/text/page";
import { orError } from "@/lib/auth/or-error";
import { requireStaff } from "@/lib/auth/staff";
import { getDataRequest } from "@/lib/data-requests/service";
import { AppError } from "@/lib/errors";
import { listActsAbout } from "@/lib/operator/history";
import { staffCan } from "@/lib/principals/roles";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("operator.dataRequests"))("one") };
}

export default async function DataRequestPage({ params }: PageProps<"/operator/data-requests/[request]">) {
  const staff = await requireStaff();
  const request = await orError(getDataRequest(staff, (await params).request));
  if (request instanceof AppError) notFound();
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
