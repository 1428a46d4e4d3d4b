import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { AdjustmentActs, AdjustmentFactsCard } from "@/components/operator/adjustments/adjustment-cards";
import { HistoryCard } from "@/components/operator/history-card";
import { Notice } from "@/components/ui/feedback/notice";
import { Page } from "@/components/ui/text/page";
import { orError } from "@/lib/auth/or-error";
import { requireStaff } from "@/lib/auth/staff";
import { AppError } from "@/lib/errors";
import { findAdjustment } from "@/lib/operator/adjustments/list";
import { staffCan } from "@/lib/principals/roles";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("operator.adjustments"))("one") };
}

export default async function AdjustmentPage({ params }: PageProps<"/operator/adjustments/[adjustment]">) {
  const staff = await requireStaff();
  const adjustment = await orError(findAdjustment(staff, (await params).adjustment));
  if (adjustment instanceof AppError) notFound();
  const t = await getTranslations("operator");
  const isOpen = adjustment.status === "open";
  const mayAct = staffCan(staff.role, "money");
  return (
    <Page
      title={t("adjustments.one")}
      lead={adjustment.id}
      action={isOpen && mayAct && <AdjustmentActs adjustment={adjustment} />}
    >
      {isOpen && !mayAct && <Notice>{t("readsOnly")}</Notice>}
      {isOpen && mayAct && adjustment.isOwn && <Notice>{t("errors.ownAdjustment")}</Notice>}
      <AdjustmentFactsCard adjustment={adjustment} />
      <HistoryCard acts={adjustment.history} />
    </Page>
  );
}
