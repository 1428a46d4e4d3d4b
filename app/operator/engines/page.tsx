import { AudioLines } from "lucide-react";
import { getTranslations } from "next-intl/server";
import { EngineCard } from "@/components/operator/engines/engine-card";
import { LiveSessionsCard } from "@/components/operator/engines/live-sessions-card";
import { InstallVoice } from "@/components/operator/voices/install-voice";
import { EmptyState } from "@/components/ui/feedback/empty-state";
import { Notice } from "@/components/ui/feedback/notice";
import { Page } from "@/components/ui/text/page";
import { requireStaff } from "@/lib/access/auth/staff";
import { staffCan } from "@/lib/access/principals/roles";
import { enginesReady } from "@/lib/engines/catalogue";
import { listEngines } from "@/lib/operator/engines/engines";
import { listLiveSessions } from "@/lib/operator/engines/live-sessions";
import { pageTitle } from "@/lib/platform/i18n/page-title";

export const generateMetadata = pageTitle("operator.engines", "title");

export default async function EnginesPage() {
  const staff = await requireStaff();
  await enginesReady();
  const [t, engines, live] = await Promise.all([
    getTranslations("operator"),
    listEngines(staff),
    listLiveSessions(staff),
  ]);
  const mayAct = staffCan(staff.role, "work");
  return (
    <Page
      title={t("engines.title")}
      lead={t("engines.lead")}
      action={staffCan(staff.role, "manage") && <InstallVoice />}
    >
      {!mayAct && <Notice>{t("readsOnly")}</Notice>}
      {engines.length === 0 && (
        <EmptyState Icon={AudioLines} title={t("engines.empty")}>
          {t("engines.emptyLead")}
        </EmptyState>
      )}
      {engines.map((engine) => (
        <EngineCard key={engine.engine} engine={engine} mayAct={mayAct} />
      ))}
      <LiveSessionsCard {...live} />
    </Page>
  );
}
