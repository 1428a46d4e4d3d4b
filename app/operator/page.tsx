import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { DeskFigures } from "@/components/operator/today/desk-figures";
import { WaitingTable } from "@/components/operator/today/waiting-table";
import { EmptyState } from "@/components/ui/feedback/empty-state";
import { Page } from "@/components/ui/text/page";
import { requireStaff } from "@/lib/auth/staff";
import { readFigures } from "@/lib/operator/today/figures";
import { todayAddressSchema } from "@/lib/operator/today/schema";
import { listWaiting } from "@/lib/waiting/list";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("operator.today"))("title") };
}

export default async function TodayPage({ searchParams }: PageProps<"/operator">) {
  const staff = await requireStaff();
  const address = todayAddressSchema.parse(await searchParams);
  const [t, waiting, figures] = await Promise.all([
    getTranslations("operator.today"),
    listWaiting(staff),
    readFigures(staff, Number(address.days ?? 7), address.region),
  ]);
  return (
    <Page title={t("title")} lead={t("lead")}>
      {waiting.total > 0 ? <WaitingTable {...waiting} /> : <EmptyState title={t("empty")}>{t("emptyLead")}</EmptyState>}
      <DeskFigures {...{ address, figures }} />
    </Page>
  );
}
