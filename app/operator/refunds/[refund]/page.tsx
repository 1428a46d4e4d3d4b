import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { HistoryCard } from "@/components/operator/history-card";
import { PayeeCard, RefundActs, RefundFactsCard } from "@/components/operator/refunds/refund-cards";
import { Notice } from "@/components/ui/feedback/notice";
import { Page } from "@/components/ui/text/page";
import { orError } from "@/lib/auth/or-error";
import { requireStaff } from "@/lib/auth/staff";
import { AppError } from "@/lib/errors";
import { findRefund } from "@/lib/operator/refunds/list";
import { staffCan } from "@/lib/principals/roles";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("operator.refunds"))("one") };
}

export default async function RefundPage({ params }: PageProps<"/operator/refunds/[refund]">) {
  const staff = await requireStaff();
  const refund = await orError(findRefund(staff, (await params).refund));
  if (refund instanceof AppError) notFound();
  const t = await getTranslations("operator");
  const isOpen = refund.status === "open";
  const mayAct = staffCan(staff.role, "money");
  return (
    <Page title={t("refunds.one")} lead={refund.id} action={isOpen && mayAct && <RefundActs refund={refund} />}>
      {isOpen && !mayAct && <Notice>{t("readsOnly")}</Notice>}
      <RefundFactsCard refund={refund} />
      <PayeeCard refund={refund} />
      <HistoryCard acts={refund.history} />
    </Page>
  );
}
