import { X } from "lucide-react";
import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/buttons/button";
import { ButtonLink } from "@/components/ui/buttons/button-link";
import { Select } from "@/components/ui/fields/controls";
import { apis } from "@/lib/access/principals/choices";
import type { UsageAddress } from "@/lib/money/usage/schema";
import { usagePath } from "./usage-path";
import { type UsageNames, useGroupNames } from "./use-group-names";

const filters = ["key", "api", "service", "model", "voice", "region", "result"] as const;

type UsageFiltersProps = { business: string; address: UsageAddress; names: UsageNames };

/** Limits everything on the page; chosen values can be taken away one by one. */
export function UsageFilters({ business, address, names }: UsageFiltersProps) {
  const t = useTranslations("usage");
  const nameOf = useGroupNames(names);
  const chosen = filters.filter((name) => address[name]);
  const choices = {
    key: names.keys,
    api: apis.map((value) => ({ value, label: nameOf("api", value) })),
    service: ["tts", "stt"].map((value) => ({ value, label: nameOf("service", value) })),
    model: names.models,
    voice: names.voices,
    region: ["VN", "SG"].map((value) => ({ value, label: nameOf("region", value) })),
    result: ["completed", "failed"].map((value) => ({ value, label: nameOf("result", value) })),
  };
  const others = Object.entries(address).filter(([name]) => !filters.some((filter) => filter === name));
  return (
    <search className="print:hidden grid grid-cols-1 gap-3">
      <details open={chosen.length > 0}>
        <summary className="w-fit cursor-pointer font-medium text-sm">{t("filter")}</summary>
        <form
          key={JSON.stringify(address)}
          action={usagePath(business)}
          className="mt-3 grid grid-cols-2 items-end gap-3 sm:grid-cols-4 lg:grid-cols-8"
        >
          {others.map(([name, value]) => value && <input key={name} type="hidden" name={name} value={value} />)}
          {filters.map(
            (name) =>
              choices[name].length > 0 && (
                <label key={name} htmlFor={`usage-${name}`} className="grid min-w-0 gap-1 text-muted text-sm">
                  {t(`splits.${name}`)}
                  <Select
                    id={`usage-${name}`}
                    name={name}
                    defaultValue={address[name] ?? ""}
                    choices={[{ value: "", label: t("any") }, ...choices[name]]}
                  />
                </label>
              ),
          )}
          <Button type="submit">{t("apply")}</Button>
        </form>
      </details>
      {chosen.length > 0 && (
        <div className="flex flex-wrap gap-2">
          {chosen.map((name) => (
            <ButtonLink key={name} size="small" href={usagePath(business, { ...address, [name]: undefined })}>
              {t(`splits.${name}`)}: {nameOf(name, address[name] ?? "")}
              <span className="sr-only">{t("removeFilter")}</span>
              <X aria-hidden />
            </ButtonLink>
          ))}
        </div>
      )}
    </search>
  );
}
