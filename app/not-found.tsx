import { useTranslations } from "next-intl";
import { ButtonLink } from "@/components/ui/button-link";
import { EmptyState } from "@/components/ui/empty-state";

export default function NotFound() {
  const t = useTranslations("ui.notFound");
  return (
    <main className="grid min-h-dvh place-items-center p-4">
      <EmptyState heading="h1" title={t("title")} action={<ButtonLink href="/console">{t("action")}</ButtonLink>}>
        {t("lead")}
      </EmptyState>
    </main>
  );
}
