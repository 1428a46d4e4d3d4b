import { useTranslations } from "next-intl";
import { ButtonLink } from "@/components/ui/button-link";
import { EmptyState } from "@/components/ui/empty-state";
import { historyPath } from "./history-path";

/** The business has calls, or may have, and none is what the filter asks for. */
export function NoMatch({ business }: { business: string }) {
  const t = useTranslations("history");
  return (
    <EmptyState
      title={t("noMatch")}
      action={<ButtonLink href={historyPath(business)}>{t("filters.clear")}</ButtonLink>}
    >
      {t("noMatchLead")}
    </EmptyState>
  );
}
