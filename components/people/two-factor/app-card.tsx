import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Badge } from "@/components/ui/text/badge";
import { Card } from "@/components/ui/text/card";

/** Codes from an authenticator app, and whether they are on. */
export function AppCard({ isOn, children }: { isOn: boolean; children: ReactNode }) {
  const t = useTranslations("twoFactor.app");
  const status = isOn ? <Badge kind="success">{t("on")}</Badge> : <Badge>{t("off")}</Badge>;
  return (
    <Card title={t("title")} action={status}>
      <div className="grid gap-4">{children}</div>
    </Card>
  );
}
