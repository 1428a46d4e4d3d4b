import { useTranslations } from "next-intl";
import type { ReactNode } from "react";

const rules = ["key", "browsers", "limits", "again", "reading", "result", "silence"] as const;

const inCode = (words: ReactNode) => <code className="wrap-anywhere font-mono text-base">{words}</code>;

/** The rules of all requests, for any service. */
export function CallRules() {
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
            <dd className="max-w-text">{t.rich(`${rule}.words`, { c: inCode })}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
