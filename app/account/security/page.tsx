import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { Page } from "@/components/ui/page";
import { requireViewer } from "@/lib/auth/session";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("account"))("securityTitle") };
}

export default async function SecurityPage() {
  const [t] = await Promise.all([getTranslations("account"), requireViewer()]);
  return <Page title={t("securityTitle")}>{null}</Page>;
}
