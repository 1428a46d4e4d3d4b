import { useTranslations } from "next-intl";
import type { Choice } from "@/components/ui/fields/controls";
import { asMetadataName, type UsageSplit } from "@/lib/money/usage/schema";

/** Names of keys (none for roles that cannot see them), models and voices. */
export type UsageNames = Record<"keys" | "models" | "voices", readonly Choice[]>;

/** What a group of usage is called; ids that have no name any more are shown themselves. */
export function useGroupNames({ keys, models, voices }: UsageNames) {
  const t = useTranslations("usage");
  const history = useTranslations("history");
  const apiName = useTranslations("apis");
  const named = (choices: readonly Choice[], value: string) =>
    choices.find((choice) => choice.value === value)?.label ?? value;
  return (split: UsageSplit, value: string): string => {
    if (asMetadataName(split) !== undefined) return value === "" ? t("metadata.without") : value;
    if (value === "") return t("unknown");
    if (split === "api") return apiName(value);
    if (split === "service") return history(`services.${value}`);
    if (split === "region") return history.has(`regions.${value}`) ? history(`regions.${value}`) : value;
    if (split === "result") return value === "completed" || value === "failed" ? t(`results.${value}`) : value;
    if (split === "key") return value === "playground" ? history("playgroundKey") : named(keys, value);
    return named(split === "model" ? models : voices, value);
  };
}
