import { useTranslations } from "next-intl";
import { inCode } from "./in-code";
import { Rule } from "./rule";

const rules = ["once", "order", "response", "retries", "stop", "failing", "replay", "size"] as const;

/** How events are delivered. */
export function WebhookRules() {
  const t = useTranslations("docs.webhooks.rules");
  return (
    <section aria-labelledby="delivery" className="grid min-w-0 gap-4">
      <h2 id="delivery" className="font-semibold text-xl">
        {t("title")}
      </h2>
      <dl className="grid gap-4">
        {rules.map((rule) => (
          <Rule key={rule} title={t(`${rule}.title`)}>
            {t.rich(`${rule}.words`, { c: inCode })}
          </Rule>
        ))}
      </dl>
    </section>
  );
}
