import { useTranslations } from "next-intl";
import { Notice } from "@/components/ui/feedback/notice";
import { Page } from "@/components/ui/text/page";

/** For members who may not see webhooks. */
export function WebhooksRefused() {
  const t = useTranslations("webhooks");
  return (
    <Page title={t("pageTitle")}>
      <Notice kind="warning">{t("forbidden")}</Notice>
    </Page>
  );
}
