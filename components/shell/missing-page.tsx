import { useTranslations } from "next-intl";
import { ButtonLink } from "@/components/ui/button-link";
import { EmptyState } from "@/components/ui/empty-state";

/** What stands where there is nothing, or nothing the reader may see. */
export function MissingPage() {
  const t = useTranslations("ui.notFound");
  return (
    <EmptyState heading="h1" title={t("title")} action={<ButtonLink href="/console">{t("action")}</ButtonLink>}>
      {t("lead")}
    </EmptyState>
  );
}
