import { useTranslations } from "next-intl";
import { Badge } from "@/components/ui/text/badge";
import { Card } from "@/components/ui/text/card";

/** An app that was added from a browser that its owner reported: its codes are rejected until it is removed or kept. */
export function AppSuspended() {
  const t = useTranslations("twoFactor");
  return (
    <Card title={t("app.title")} action={<Badge kind="warning">{t("suspended.badge")}</Badge>}>
      <p className="max-w-text text-muted">{t("suspended.app")}</p>
    </Card>
  );
}
