import { clsx } from "clsx";
import { Check, ChevronDown, Download, Search } from "lucide-react";
import type { Route } from "next";
import { useLocale, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Button, buttonClass } from "@/components/ui/buttons/button";
import { ButtonLink } from "@/components/ui/buttons/button-link";
import { Menu } from "@/components/ui/dialogs/menu";
import { menuItemClass } from "@/components/ui/dialogs/menu-item-class";
import type { Choice } from "@/components/ui/fields/controls";
import { Input } from "@/components/ui/fields/controls";
import { Link } from "@/components/ui/text/link";
import { apis } from "@/lib/access/principals/choices";
import { formatDay } from "@/lib/platform/i18n/format";
import { withQuery } from "@/lib/platform/with-query";
import { type HistoryFilter, slowMs } from "@/lib/speech/history/schema";
import { historyPath } from "@/lib/speech/path";

type FilterChoices = { keys: readonly Choice[]; models: readonly Choice[]; voices: readonly Choice[] };

type HistoryFiltersProps = {
  business: string;
  filter: HistoryFilter;
  choices: FilterChoices;
  /** Calendar days. */
  today: string;
  yesterday: string;
  /** Whether the reader sees rejected requests. */
  hasRejected: boolean;
};

/** Filters the list by its URL alone: it works before scripts load, and a filtered list can be shared. */
export function HistoryFilters({ business, filter, choices, today, yesterday, hasRejected }: HistoryFiltersProps) {
  const t = useTranslations("history");
  const nameOf = useTranslations("apis");
  const locale = useLocale();
  const path = (changed: HistoryFilter) => historyPath(business, { ...filter, hour: undefined, ...changed });
  const toggle = (
    name: "mode" | "api" | "status" | "slow" | "service" | "key" | "voice" | "model" | "result" | "region",
    value: string,
  ) => path({ [name]: filter[name] === value ? undefined : value });
  const onDay = (day: string) => {
    const isOn = filter.from === day && filter.to === day && !filter.hour;
    return { isOn, href: path({ from: isOn ? undefined : day, to: isOn ? undefined : day }) };
  };
  const menu = (name: "service" | "api" | "key" | "voice" | "model", offered: readonly Choice[]) =>
    offered.length > 1 && (
      <FilterMenu
        label={t(`filters.${name}`)}
        current={filter[name]}
        choices={offered.map(({ value, label }) => ({ value, label, href: toggle(name, value) }))}
      />
    );
  const playground = { value: "playground", label: t("playgroundKey") };
  const services = (["tts", "stt"] as const).map((value) => ({ value, label: t(`services.${value}`) }));
  const apiChoices = apis.map((value) => ({ value, label: nameOf(value) }));
  const { from, to, hour } = filter;
  const days = [from, to].map((day) => (day ? formatDay(day, locale) : "…"));
  const isNamedDay = from === to && (from === today || from === yesterday) && !hour;
  const isFiltered = Object.values(filter).some(Boolean);
  // On a phone among the chips, which scroll; elsewhere beside the field, which yields room: no line is added or taken.
  const clear = (place: string) =>
    isFiltered && (
      <span className={place}>
        <ButtonLink variant="ghost" href={historyPath(business)}>
          {t("filters.clear")}
        </ButtonLink>
      </span>
    );
  return (
    <search className="print:hidden mb-4 grid grid-cols-1 gap-3">
      <div className="flex gap-2">
        <form key={JSON.stringify(filter)} action={historyPath(business)} className="relative min-w-0 flex-1">
          {Object.entries(filter).map(
            ([name, value]) => name !== "q" && value && <input key={name} type="hidden" name={name} value={value} />,
          )}
          <Search
            aria-hidden
            strokeWidth={1.5}
            className="pointer-events-none absolute top-2.5 left-3 size-4 text-muted"
          />
          <Input
            name="q"
            type="search"
            indented
            aria-label={t("filters.q")}
            placeholder={t("filters.q")}
            defaultValue={filter.q}
            autoComplete="off"
            spellCheck={false}
            maxLength={100}
          />
          <button type="submit" className="sr-only">
            {t("filters.find")}
          </button>
        </form>
        {clear("max-sm:hidden")}
        <a
          href={withQuery(`${historyPath(business)}/requests.csv`, filter)}
          download
          className={buttonClass({ variant: "ghost" })}
        >
          <Download aria-hidden />
          CSV
        </a>
      </div>
      <div className="flex items-center gap-2 max-sm:-mx-4 max-sm:overflow-x-auto max-sm:px-4 max-sm:py-1 sm:flex-wrap">
        <FilterChip href={toggle("status", "errors")} isOn={filter.status === "errors"}>
          {t("statuses.errors")}
        </FilterChip>
        <FilterChip href={toggle("status", "failed")} isOn={filter.status === "failed"}>
          {t("statuses.failed")}
        </FilterChip>
        {hasRejected && (
          <FilterChip href={toggle("status", "rejected")} isOn={filter.status === "rejected"}>
            {t("statuses.rejected")}
          </FilterChip>
        )}
        <FilterChip href={toggle("slow", "1")} isOn={filter.slow === "1"}>
          {t("filters.slow", { seconds: slowMs / 1000 })}
        </FilterChip>
        <FilterChip href={toggle("mode", "test")} isOn={filter.mode === "test"}>
          {t("modes.test")}
        </FilterChip>
        <FilterChip {...onDay(today)}>{t("filters.today")}</FilterChip>
        <FilterChip {...onDay(yesterday)}>{t("filters.yesterday")}</FilterChip>
        <FilterMenu
          label={t("filters.days")}
          current={(from || to) && !isNamedDay ? [...new Set(days)].join(" – ") : undefined}
          choices={[]}
        >
          <form action={historyPath(business)} className="grid gap-3 p-2">
            {Object.entries(filter).map(
              ([name, value]) =>
                !["from", "to", "hour"].includes(name) &&
                value && <input key={name} type="hidden" name={name} value={value} />,
            )}
            {(["from", "to"] as const).map((name) => (
              <label key={name} htmlFor={`filter-${name}`} className="grid gap-1 text-muted text-sm">
                {t(`filters.${name}`)}
                <Input id={`filter-${name}`} type="date" name={name} defaultValue={filter[name]} max={today} />
              </label>
            ))}
            <Button type="submit">{t("filters.apply")}</Button>
          </form>
        </FilterMenu>
        {menu("key", choices.keys.length > 0 ? [...choices.keys, playground] : [])}
        {menu("service", services)}
        {menu("api", apiChoices)}
        {menu("voice", choices.voices)}
        {menu("model", choices.models)}
        {(["result", "region"] as const).map(
          (name) =>
            filter[name] && (
              <FilterChip key={name} isOn href={toggle(name, filter[name])}>
                {t(`filters.${name}`)}: {filter[name]}
              </FilterChip>
            ),
        )}
        {hour && (
          <FilterChip isOn href={path({})}>
            {t("filters.hour")}: {hour}:00
          </FilterChip>
        )}
        {clear("sm:hidden")}
      </div>
    </search>
  );
}

const chipClass = (isOn: boolean) =>
  clsx(
    "inline-flex h-8 max-w-56 shrink-0 items-center gap-1.5 rounded-full border px-3 text-sm whitespace-nowrap transition-colors pointer-coarse:h-11 [&_svg]:size-3.5 [&_svg]:shrink-0",
    isOn ? "border-ink bg-hover font-medium" : "border-line hover:bg-hover",
  );

type FilterChipProps = { href: Route; isOn: boolean; children: ReactNode };

/** A filter that applies when it is pressed, and again to take it away. */
function FilterChip({ href, isOn, children }: FilterChipProps) {
  return (
    <Link href={href} scroll={false} aria-current={isOn ? "true" : undefined} className={chipClass(isOn)}>
      {isOn && <Check aria-hidden />}
      <span className="truncate">{children}</span>
    </Link>
  );
}

type ChipChoice = { value: string; label: string; href: Route };

type FilterMenuProps = { label: string; current?: string; choices: readonly ChipChoice[]; children?: ReactNode };

/** A filter with several values: choosing one applies it, and choosing it again takes it away. */
function FilterMenu({ label, current, choices, children }: FilterMenuProps) {
  const chosen = choices.find(({ value }) => value === current)?.label ?? current;
  return (
    <Menu
      triggerClassName={chipClass(Boolean(current))}
      trigger={
        <>
          <span className="truncate">{chosen ? `${label}: ${chosen}` : label}</span>
          <ChevronDown aria-hidden />
        </>
      }
    >
      <div className="grid max-h-80 grid-cols-1 overflow-y-auto">
        {choices.map(({ value, label, href }) => (
          <Link
            key={value}
            href={href}
            scroll={false}
            aria-current={value === current ? "true" : undefined}
            className={menuItemClass}
          >
            <span className="min-w-0 flex-1 truncate">{label}</span>
            {value === current && <Check aria-hidden />}
          </Link>
        ))}
      </div>
      {children}
    </Menu>
  );
}
