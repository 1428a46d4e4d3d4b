import { MapPinOff } from "lucide-react";
import { useTranslations } from "next-intl";
import { ButtonLink } from "@/components/ui/buttons/button-link";
import { EmptyState } from "@/components/ui/feedback/empty-state";

/** For a page that does not exist, or that the reader may not see. */
export function MissingPage() {
  const t = useTranslations("ui.notFound");
  return (
    <EmptyState
      Icon={MapPinOff}
      heading="h1"
      title={t("title")}
      action={<ButtonLink href="/console">{t("action")}</ButtonLink>}
    >
      {t("lead")}
    </EmptyState>
  );
}
