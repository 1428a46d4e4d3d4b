import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { Page } from "@/components/ui/text/page";
import { requireStaff } from "@/lib/auth/staff";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("operator.today"))("title") };
}

export default async function TodayPage() {
  await requireStaff();
  const t = await getTranslations("operator.today");
  return (
    <Page title={t("title")} lead={t("lead")}>
      {null}
    </Page>
  );
}
