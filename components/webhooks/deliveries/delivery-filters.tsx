import { X } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { Button } from "@/components/ui/buttons/button";
import { ButtonLink } from "@/components/ui/buttons/button-link";
import { Input, Select } from "@/components/ui/fields/controls";
import { deliveriesPath } from "@/components/webhooks/endpoints/webhooks-path";
import { formatTime } from "@/lib/platform/i18n/format";
import { type DeliveryFilter, deliveryStates } from "@/lib/webhooks/delivery-log/schema";

type DeliveryFiltersProps = {
  business: string;
  endpointId: string;
  filter: DeliveryFilter;
  /** The types that the endpoint receives or received. */
  types: readonly string[];
};

/** Filters the log by its URL alone: it works before scripts load, and a filtered log can be shared. */
export function DeliveryFilters({ business, endpointId, filter, types }: DeliveryFiltersProps) {
  const t = useTranslations("webhooks");
  const locale = useLocale();
  const lists = {
    state: deliveryStates.map((value) => ({ value, label: t(`states.${value}`) })),
    type: types.map((value) => ({ value, label: value })),
  };
  const chosen = Object.entries(filter).filter((entry): entry is [string, string] => Boolean(entry[1]));
  const labelOf = (name: string, value: string) => {
    if (name === "from" || name === "to") return formatTime(new Date(`${value}:00+07:00`), locale);
    return name === "state" ? t(`states.${value}`) : value;
  };
  return (
    <search className="print:hidden grid gap-3">
      <form
        key={JSON.stringify(filter)}
        action={deliveriesPath(business, endpointId)}
        className="grid grid-cols-2 items-end gap-3 lg:grid-cols-6"
      >
        <label htmlFor="filter-q" className="col-span-2 grid gap-1 text-muted text-sm">
          {t("log.filters.q")}
          <Input id="filter-q" name="q" mono defaultValue={filter.q} autoComplete="off" spellCheck={false} />
        </label>
        {(["state", "type"] as const).map((name) => (
          <label key={name} htmlFor={`filter-${name}`} className="grid gap-1 text-muted text-sm lg:col-span-2">
            {t(`log.filters.${name}`)}
            <Select
              id={`filter-${name}`}
              name={name}
              defaultValue={filter[name] ?? ""}
              choices={[{ value: "", label: t("log.filters.any") }, ...lists[name]]}
            />
          </label>
        ))}
        {(["from", "to"] as const).map((name) => (
          <label
            key={name}
            htmlFor={`filter-${name}`}
            className="col-span-2 grid gap-1 text-muted text-sm sm:col-span-1 lg:col-span-2"
          >
            {t(`log.filters.${name}`)}
            <Input id={`filter-${name}`} type="datetime-local" name={name} defaultValue={filter[name]} />
          </label>
        ))}
        <div>
          <Button type="submit">{t("log.filters.apply")}</Button>
        </div>
      </form>
      {chosen.length > 0 && (
        <div className="flex flex-wrap gap-2">
          {chosen.map(([name, value]) => (
            <ButtonLink
              key={name}
              size="small"
              href={deliveriesPath(business, endpointId, { ...filter, [name]: undefined })}
            >
              <span className="max-w-60 truncate">
                {t(`log.filters.${name}`)}: {labelOf(name, value)}
              </span>
              <span className="sr-only">{t("log.filters.clearOne")}</span>
              <X aria-hidden />
            </ButtonLink>
          ))}
          <ButtonLink size="small" variant="ghost" href={deliveriesPath(business, endpointId)}>
            {t("log.filters.clear")}
          </ButtonLink>
        </div>
      )}
    </search>
  );
}
