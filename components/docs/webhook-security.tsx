import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { inCode } from "./in-code";
import { Rule } from "./rule";

const rules = ["signature", "timestamp", "rotation", "header"] as const;

const toSpecification = (words: ReactNode) => (
  <a href="https://www.standardwebhooks.com" className="underline">
    {words}
  </a>
);

type WebhookSecurityProps = {
  userAgent: string;
  /** Where our requests come from, if the operator has stated it. */
  networks: readonly string[];
};

/** How a receiver knows that a request is ours. */
export function WebhookSecurity({ userAgent, networks }: WebhookSecurityProps) {
  const t = useTranslations("docs.webhooks.security");
  return (
    <section aria-labelledby="security" className="grid min-w-0 gap-4">
      <h2 id="security" className="font-semibold text-xl">
        {t("title")}
      </h2>
      <dl className="grid gap-4">
        {rules.map((rule) => (
          <Rule key={rule} title={t(`${rule}.title`)}>
            {t.rich(`${rule}.words`, { c: inCode, link: toSpecification })}
          </Rule>
        ))}
        <Rule title={t("source.title")}>
          {t.rich("source.words", { c: inCode, userAgent })}
          {networks.length > 0 && <> {t.rich("source.from", { c: inCode, networks: networks.join(", ") })}</>}
        </Rule>
      </dl>
    </section>
  );
}
