import type { Route } from "next";
import { useTranslations } from "next-intl";
import { ButtonLink } from "@/components/ui/buttons/button-link";
import { Notice } from "@/components/ui/feedback/notice";

type TwoFactorWantedProps = { business: { slug: string; name: string }; hasSecondFactor: boolean };

/** Why a business redirected someone here, and the link back once they have a second factor. */
export function TwoFactorWanted({ business: { slug, name }, hasSecondFactor }: TwoFactorWantedProps) {
  const t = useTranslations("members.rule");
  return (
    <Notice kind={hasSecondFactor ? "success" : "warning"}>
      <div className="grid justify-items-start gap-2">
        <p className="font-medium">{t("wanted", { business: name })}</p>
        {hasSecondFactor ? (
          <ButtonLink size="small" href={`/console/${slug}` as Route}>
            {t("goOn", { business: name })}
          </ButtonLink>
        ) : (
          <p>{t("wantedLead")}</p>
        )}
      </div>
    </Notice>
  );
}
