"use client";

import { useTranslations } from "next-intl";
import { Input } from "@/components/ui/fields/input";
import { Select } from "@/components/ui/fields/select";
import type { VoiceRecord } from "@/lib/speech/schema";
import type { VoiceFilter } from "./find-voices";

type VoiceFiltersProps = {
  voices: readonly VoiceRecord[];
  filter: VoiceFilter;
  onChange: (filter: VoiceFilter) => void;
};

export function VoiceFilters({ voices, filter, onChange }: VoiceFiltersProps) {
  const t = useTranslations("playground.voices");
  const regions = [...new Set(voices.map(({ region }) => region))];
  const genders = [...new Set(voices.map(({ gender }) => gender))];

  return (
    <div className="grid grid-cols-2 gap-2 sm:max-xl:grid-cols-3">
      <div className="max-sm:col-span-2 xl:col-span-2">
        <Input
          type="search"
          aria-label={t("search")}
          placeholder={t("search")}
          value={filter.query}
          onChange={(event) => onChange({ ...filter, query: event.target.value })}
        />
      </div>
      <Select
        aria-label={t("region")}
        value={filter.region}
        onChange={(event) => onChange({ ...filter, region: event.target.value })}
        choices={[
          { value: "", label: t("anyRegion") },
          ...regions.map((region) => ({ value: region, label: t(`regions.${region}`) })),
        ]}
      />
      <Select
        aria-label={t("gender")}
        value={filter.gender}
        onChange={(event) => onChange({ ...filter, gender: event.target.value })}
        choices={[
          { value: "", label: t("anyGender") },
          ...genders.map((gender) => ({ value: gender, label: t(`genders.${gender}`) })),
        ]}
      />
    </div>
  );
}
