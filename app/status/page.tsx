import type { Metadata } from "next";
import { getLocale, getTranslations } from "next-intl/server";
import { StatusBoard } from "@/components/site/status/status-board";
import { listPublicIncidents } from "@/lib/operator/incidents/incidents";
import { shownDays } from "@/lib/operator/service-status/schema";
import { listServiceStatus } from "@/lib/operator/service-status/service-status";
import { clock, days } from "@/lib/platform/clock";
import { alternatesOf } from "@/lib/platform/i18n/alternates";
import { SitePage } from "../site-page";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("status");
  return { title: t("title"), description: t("lead"), alternates: alternatesOf("/status", await getLocale()) };
}

export default async function StatusPage() {
  const now = clock.now();
  const [rows, incidents] = await Promise.all([
    listServiceStatus(),
    listPublicIncidents(new Date(+now - days(shownDays))),
  ]);
  return (
    <SitePage>
      <StatusBoard rows={rows} incidents={incidents} now={now} />
    </SitePage>
  );
}
