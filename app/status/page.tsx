import type { Metadata } from "next";
import { getLocale, getTranslations } from "next-intl/server";
import { StatusBoard } from "@/components/status/status-board";
import { clock, days } from "@/lib/clock";
import { alternatesOf } from "@/lib/i18n/alternates";
import { listPublicIncidents } from "@/lib/incidents/queries";
import { listServiceStatus } from "@/lib/service-status/queries";
import { shownDays } from "@/lib/service-status/schema";
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
