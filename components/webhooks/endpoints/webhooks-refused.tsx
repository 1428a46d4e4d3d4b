import { useTranslations } from "next-intl";
import { Forbidden } from "@/components/shell/forbidden";
import { Page } from "@/components/ui/text/page";

/** For members who may not see webhooks. */
export function WebhooksRefused() {
  const t = useTranslations("webhooks");
  return (
    <Page title={t("pageTitle")}>
      <Forbidden>{t("forbidden")}</Forbidden>
    </Page>
  );
}
