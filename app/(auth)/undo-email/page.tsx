import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { UndoEmailForm } from "@/components/account/undo-email-form";
import { AuthShell } from "@/components/shell/auth-shell";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("auth"))("undoEmailTitle") };
}

export default async function UndoEmailPage() {
  const t = await getTranslations("auth");

  return (
    <AuthShell title={t("undoEmailTitle")} lead={t("undoEmailLead")}>
      <UndoEmailForm />
    </AuthShell>
  );
}
