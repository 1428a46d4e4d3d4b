import { useTranslations } from "next-intl";
import { Page } from "@/components/ui/text/page";
import { ForbiddenContent } from "../forbidden-content";

export function WebhooksRefused() {
  const t = useTranslations("webhooks");
  return (
    <Page title={t("pageTitle")}>
      <ForbiddenContent>{t("forbidden")}</ForbiddenContent>
    </Page>
  );
}
