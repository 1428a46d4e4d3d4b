import { useTranslations } from "next-intl";
import { inCode } from "./in-code";

const rules = [
  "key",
  "limits",
  "again",
  "timeouts",
  "errors",
  "price",
  "files",
  "reading",
  "result",
  "retention",
  "regions",
  "silence",
  "browsers",
  "versions",
] as const;

/** The rules of all requests, for any service. `regions` names the regions with their URLs. */
export function CallRules({ regions }: { regions: string }) {
  const t = useTranslations("docs.rules");
  return (
    <section aria-labelledby="rules" className="grid min-w-0 gap-4">
      <h2 id="rules" className="font-semibold text-xl">
        {t("title")}
      </h2>
      <dl className="grid gap-4">
        {rules.map((rule) => (
          <div key={rule} className="grid gap-x-6 sm:grid-cols-[10rem_minmax(0,1fr)]">
            <dt className="font-medium">{t(`${rule}.title`)}</dt>
            <dd className="max-w-text">{t.rich(`${rule}.words`, { c: inCode, regions })}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
