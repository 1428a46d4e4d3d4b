import { useTranslations } from "next-intl";
import { ButtonLink } from "@/components/ui/buttons/button-link";
import { Notice } from "@/components/ui/feedback/notice";

/** Why the desk redirected someone on the staff here, and the link back once they have a second factor. */
export function FactorForDesk({ hasSecondFactor }: { hasSecondFactor: boolean }) {
  const t = useTranslations("operator");
  return (
    <Notice kind={hasSecondFactor ? "success" : "warning"}>
      <div className="grid justify-items-start gap-2">
        <p className="font-medium">{t("factorWanted")}</p>
        {hasSecondFactor ? (
          <ButtonLink size="small" href="/operator">
            {t("open")}
          </ButtonLink>
        ) : (
          <p>{t("factorLead")}</p>
        )}
      </div>
    </Notice>
  );
}
