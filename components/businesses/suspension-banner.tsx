import { useTranslations } from "next-intl";
import { Notice } from "@/components/ui/feedback/notice";
import { Link } from "@/components/ui/text/link";
import type { SupportContact } from "@/lib/platform/mail/support";

/** `reason`: null for a business that owes something. */
type SuspensionBannerProps = { business: string; reason: string | null; contact?: SupportContact };

/** On every page of a suspended business: what does not work, why, and the contact or the way to pay. */
export function SuspensionBanner({ business, reason, contact }: SuspensionBannerProps) {
  const t = useTranslations("suspension");
  const ask = contact ? (
    <>
      {t("ask")}{" "}
      <a className="underline underline-offset-2 wrap-anywhere" href={contact.href}>
        {contact.text}
      </a>
    </>
  ) : (
    t("askOperator")
  );
  const pay = (
    <Link className="underline underline-offset-2" href={`/console/${business}/billing`}>
      {t("pay")}
    </Link>
  );
  return (
    <div className="mx-auto w-full max-w-page px-4 pt-4 sm:px-6 lg:px-8">
      <Notice kind="danger">
        <p className="font-medium">{t("title")}</p>
        <p className="wrap-anywhere">{t("reason", { reason: reason ?? t("receivable") })}</p>
        <p>
          {t("effect")} {reason === null ? pay : ask}
        </p>
      </Notice>
    </div>
  );
}
