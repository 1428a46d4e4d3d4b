import { useLocale, useTimeZone, useTranslations } from "next-intl";
import { Card } from "@/components/ui/text/card";
import type { MemberRow } from "@/lib/businesses/members/list";
import type { OpenOffer } from "@/lib/businesses/members/ownership";
import { formatTime } from "@/lib/platform/i18n/format";
import { CancelOfferForm, ConfirmOfferForm, OfferDialog } from "./offer-forms";

type OwnershipCardProps = { business: string; members: readonly MemberRow[]; offer: OpenOffer | null };

/** For owners: the recipient of the current offer, or the form to make one. */
export function OwnershipCard({ business, members, offer }: OwnershipCardProps) {
  const [t, locale, timeZone] = [useTranslations("members.offer"), useLocale(), useTimeZone()];
  const heirs = members.filter(({ role }) => role !== "owner");
  return (
    <Card title={t("title")}>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="max-w-text text-muted">
          {offer
            ? t("waiting", {
                from: offer.from.name,
                to: offer.to.name,
                until: formatTime(offer.expiresAt, locale, timeZone),
              })
            : t(heirs.length > 0 ? "lead" : "nobody")}
        </p>
        {offer ? (
          <CancelOfferForm business={business} id={offer.id} label={t("withdraw")} />
        ) : (
          heirs.length > 0 && <OfferDialog business={business} heirs={heirs} />
        )}
      </div>
    </Card>
  );
}

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
