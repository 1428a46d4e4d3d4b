import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { Page } from "@/components/ui/page";
import { requireViewer } from "@/lib/auth/session";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("account"))("profileTitle") };
}

export default async function ProfilePage() {
  const [t] = await Promise.all([getTranslations("account"), requireViewer()]);
  return <Page title={t("profileTitle")}>{null}</Page>;
}
