import { useTranslations } from "next-intl";
import { Page } from "@/components/ui/text/page";
import { ForbiddenContent } from "../forbidden-content";

export function BillingRefused({ title, lead }: { title: string; lead?: string }) {
  const t = useTranslations("billing");
  return (
    <Page title={title} lead={lead}>
      <ForbiddenContent>{t("forbidden")}</ForbiddenContent>
    </Page>
  );
}
