import type { Metadata } from "next";
import { getLocale, getTranslations } from "next-intl/server";
import { KeyUsage } from "@/components/site/key-usage";
import { alternatesOf } from "@/lib/platform/i18n/alternates";
import { SitePage } from "../site-page";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("keyUsage");
  return { title: t("title"), description: t("lead"), alternates: alternatesOf("/key-usage", await getLocale()) };
}

export default function KeyUsagePage() {
  return (
    <SitePage>
      <KeyUsage />
    </SitePage>
  );
}
