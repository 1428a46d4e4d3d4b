import { X } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { Button } from "@/components/ui/buttons/button";
import { ButtonLink } from "@/components/ui/buttons/button-link";
import { Input } from "@/components/ui/fields/input";
import { type Choice, Select } from "@/components/ui/fields/select";
import type { HistoryFilter } from "@/lib/history/schema";
import { formatDay } from "@/lib/i18n/format";
import { historyPath } from "./history-path";

type FilterChoices = { keys: readonly Choice[]; models: readonly Choice[]; voices: readonly Choice[] };

type HistoryFiltersProps = { business: string; filter: HistoryFilter; choices: FilterChoices };

/** Filters the list by its URL alone: it works before scripts load, and a filtered list can be shared. */
export function HistoryFilters({ business, filter, choices }: HistoryFiltersProps) {
  const t = useTranslations("history");
  const locale = useLocale();
  const services = (["tts", "stt"] as const).map((value) => ({ value, label: t(`services.${value}`) }));
  const statuses = (["completed", "failed"] as const).map((value) => ({ value, label: t(`statuses.${value}`) }));
  const lists = {
    service: services,
    status: statuses,
    key: choices.keys.length > 0 ? [...choices.keys, { value: "playground", label: t("playgroundKey") }] : [],
    model: choices.models,
    voice: choices.voices,
  };
  const chosen = Object.entries(filter).filter(([, value]) => value);
  const labelOf = (name: string, value: string) => {
    if (name === "from" || name === "to") return formatDay(value, locale);
    if (name === "hour") return `${value}:00`;
    if (name === "key" && value === "playground") return t("playgroundKey");
    return lists[name as keyof typeof lists]?.find((choice) => choice.value === value)?.label ?? value;
  };
  return (
    <search className="mb-4 grid gap-3">
      <form key={JSON.stringify(filter)} action={historyPath(business)} className="grid gap-3">
        {(["result", "region", "hour"] as const).map(
          (name) => filter[name] && <input key={name} type="hidden" name={name} value={filter[name]} />,
        )}
        <div className="flex flex-wrap items-end gap-3">
          <label htmlFor="filter-q" className="grid min-w-0 flex-1 gap-1 text-muted text-sm">
            {t("filters.q")}
            <Input id="filter-q" name="q" mono defaultValue={filter.q} autoComplete="off" spellCheck={false} />
          </label>
          <Button type="submit">{t("filters.apply")}</Button>
        </div>
        <details open={chosen.some(([name]) => name !== "q")}>
          <summary className="w-fit cursor-pointer font-medium text-sm">{t("filters.more")}</summary>
          <div className="mt-3 grid grid-cols-2 gap-3 sm:grid-cols-4">
            {Object.entries(lists).map(([name, offered]) => (
              <label key={name} htmlFor={`filter-${name}`} className="grid gap-1 text-muted text-sm">
                {t(`filters.${name}`)}
                <Select
                  id={`filter-${name}`}
                  name={name}
                  defaultValue={filter[name as keyof typeof lists] ?? ""}
                  choices={[{ value: "", label: t("filters.any") }, ...offered]}
                />
              </label>
            ))}
            {(["from", "to"] as const).map((name) => (
              <label key={name} htmlFor={`filter-${name}`} className="grid gap-1 text-muted text-sm">
                {t(`filters.${name}`)}
                <Input id={`filter-${name}`} type="date" name={name} defaultValue={filter[name]} />
              </label>
            ))}
          </div>
        </details>
      </form>
      {chosen.length > 0 && (
        <div className="flex flex-wrap gap-2">
          {chosen.map(([name, value]) => (
            <ButtonLink key={name} size="small" href={historyPath(business, { ...filter, [name]: undefined })}>
              {t(`filters.${name}`)}: {labelOf(name, value)}
              <span className="sr-only">{t("filters.clearOne")}</span>
              <X aria-hidden />
            </ButtonLink>
          ))}
          <ButtonLink size="small" variant="ghost" href={historyPath(business)}>
            {t("filters.clear")}
          </ButtonLink>
        </div>
      )}
    </search>
  );
}
