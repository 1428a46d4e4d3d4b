import { useLocale, useTimeZone, useTranslations } from "next-intl";
import { Card } from "@/components/ui/text/card";
import type { OpenOffer } from "@/lib/businesses/members/ownership";
import { formatTime } from "@/lib/platform/i18n/format";
import { CancelOfferForm } from "./cancel-offer-form";
import { ConfirmOfferForm } from "./confirm-offer-form";

/** For the recipient of an ownership offer: what it means, and buttons to accept or decline. */
export function YourOffer({ business, offer }: { business: string; offer: OpenOffer }) {
  const [t, locale, timeZone] = [useTranslations("members.offer"), useLocale(), useTimeZone()];
  const from = offer.from.name;
  const until = formatTime(offer.expiresAt, locale, timeZone);
  return (
    <Card title={t("yours", { from })}>
      <div className="grid gap-4">
        <p className="max-w-text">{t(offer.shared ? "yoursBoth" : "yoursHandOver", { from, until })}</p>
        <div className="flex flex-wrap gap-2">
          <ConfirmOfferForm business={business} id={offer.id} />
          <CancelOfferForm business={business} id={offer.id} label={t("decline")} />
        </div>
      </div>
    </Card>
  );
}
