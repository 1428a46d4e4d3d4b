import { useTranslations } from "next-intl";
import { Card } from "@/components/ui/text/card";
import type { SessionRow } from "@/lib/access/sessions/list";
import { EndOthersDialog } from "./end-others-dialog";
import { SessionTable } from "./session-table";

type SessionsSectionProps = { sessions: readonly SessionRow[] };

export function SessionsSection({ sessions }: SessionsSectionProps) {
  const t = useTranslations("sessions");
  const others = sessions.filter(({ isCurrent }) => !isCurrent).length;
  return (
    <div id="sessions" tabIndex={-1} className="grid scroll-mt-4 gap-3 outline-none">
      <Card title={t("title")} action={others > 0 && <EndOthersDialog count={others} />} padded={false}>
        <p className="max-w-text px-4 pt-3 text-muted">{others > 0 ? t("lead") : t("onlyThis")}</p>
        <SessionTable sessions={sessions} />
      </Card>
    </div>
  );
}
