import type { Route } from "next";
import { useTranslations } from "next-intl";
import { ButtonLink } from "@/components/ui/buttons/button-link";
import { EmptyState } from "@/components/ui/feedback/empty-state";

/** `canSpeak`: whether the reader may use the playground. */
export function NoJobs({ business, canSpeak }: { business: string; canSpeak: boolean }) {
  const t = useTranslations("history");
  return (
    <EmptyState
      title={t("empty")}
      action={
        canSpeak && (
          <ButtonLink href={`/console/${business}/playground` as Route} variant="primary">
            {t("emptyAction")}
          </ButtonLink>
        )
      }
    >
      {t("emptyLead")}
    </EmptyState>
  );
}
