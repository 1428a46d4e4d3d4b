"use client";

import { useTranslations } from "next-intl";
import { SegmentedControl } from "@/components/ui/fields/segmented-control";
import type { Region } from "@/lib/platform/regions";

type RegionSwitchProps = { regions: readonly Region[]; base: string; onChange: (base: string) => void };

/** Which region runs the request; shown if there are several. The first is this site's own. */
export function RegionSwitch({ regions, base, onChange }: RegionSwitchProps) {
  const t = useTranslations("playground.regions");
  const [own] = regions;
  if (!own || regions.length < 2) return null;
  return (
    <SegmentedControl
      legend={t("title")}
      name="region"
      defaultValue={(regions.find(({ url }) => url === base) ?? own).code}
      choices={regions.map(({ code }) => ({ value: code, label: t(code) }))}
      onValueChange={(code) => {
        const picked = regions.find((region) => region.code === code);
        onChange(picked && picked !== own ? picked.url : "");
      }}
    />
  );
}
