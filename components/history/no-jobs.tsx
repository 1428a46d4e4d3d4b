import type { Route } from "next";
import { useTranslations } from "next-intl";
import { ButtonLink } from "@/components/ui/buttons/button-link";
import { EmptyState } from "@/components/ui/feedback/empty-state";

export function NoJobs({ business }: { business: string }) {
  const t = useTranslations("history");
  return (
    <EmptyState
      title={t("empty")}
      action={
        <ButtonLink href={`/console/${business}/playground` as Route} variant="primary">
          {t("emptyAction")}
        </ButtonLink>
      }
    >
      {t("emptyLead")}
    </EmptyState>
  );
}
