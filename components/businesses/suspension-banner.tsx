import { useTranslations } from "next-intl";
import { Notice } from "@/components/ui/notice";
import type { SupportContact } from "@/lib/support";

type SuspensionBannerProps = { reason: string | null; contact?: SupportContact };

/** On every page of a suspended business: what does not work, why, and the contact. */
export function SuspensionBanner({ reason, contact }: SuspensionBannerProps) {
  const t = useTranslations("suspension");
  return (
    <div className="mx-auto w-full max-w-page px-4 pt-4 sm:px-6 lg:px-8">
      <Notice kind="danger">
        <p className="font-medium">{t("title")}</p>
        <p className="wrap-anywhere">{t("reason", { reason: reason ?? t("receivable") })}</p>
        <p>
          {t("effect")}{" "}
          {contact ? (
            <>
              {t("ask")}{" "}
              <a className="underline underline-offset-2 wrap-anywhere" href={contact.href}>
                {contact.text}
              </a>
            </>
          ) : (
            t("askOperator")
          )}
        </p>
      </Notice>
    </div>
  );
}
