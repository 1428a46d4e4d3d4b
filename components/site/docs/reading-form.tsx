import { useLocale, useTranslations } from "next-intl";

type Reading = {
  text: string;
  region: "north" | "central" | "south";
  spoken: string;
  changes: readonly { written: string; spoken: string }[];
};

/** How a text is read, for everyone. Works as a form; `/site.js` shows the result while one types. */
export function ReadingForm({
  reading: { text, region, spoken, changes },
  limit,
}: {
  reading: Reading;
  limit: number;
}) {
  const t = useTranslations("docs.reading");
  const regions = useTranslations("playground.voices.regions");
  return (
    <section aria-labelledby="try" className="grid gap-3 pt-8">
      <h2 id="try" className="font-semibold text-xl">
        {t("title")}
      </h2>
      <form action={`/${useLocale()}/docs/text-normalization`} className="panel reading">
        <label>
          {t("text")}
          <textarea name="text" rows={3} maxLength={limit} defaultValue={text} className="text-lg" />
        </label>
        <label>
          {t("region")}
          <select name="region" defaultValue={region}>
            {(["north", "central", "south"] as const).map((one) => (
              <option key={one} value={one}>
                {regions(one)}
              </option>
            ))}
          </select>
        </label>
        <p>
          <button type="submit" className="act">
            {t("act")}
          </button>
        </p>
        <output className="grid gap-2">
          <span className="text-muted text-sm">{t("spoken")}</span>
          <span className="text-lg">{spoken}</span>
          <span className="text-muted text-sm">
            {changes.length === 0
              ? t("unchanged")
              : changes.map((change) => `${change.written} → ${change.spoken}`).join(" · ")}
          </span>
        </output>
      </form>
    </section>
  );
}
