import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Link } from "@/components/ui/text/link";
import { inCode } from "./in-code";

const steps = ["create", "receive", "test", "result"] as const;

const toConsole = (words: ReactNode) => (
  <Link href="/console" className="underline">
    {words}
  </Link>
);

export function WebhookStart() {
  const t = useTranslations("docs.webhooks.start");
  return (
    <section aria-labelledby="start" className="grid min-w-0 gap-4">
      <h2 id="start" className="font-semibold text-xl">
        {t("title")}
      </h2>
      <ol className="grid max-w-text list-decimal gap-2 pl-6">
        {steps.map((step) => (
          <li key={step}>{t.rich(step, { c: inCode, link: toConsole })}</li>
        ))}
      </ol>
    </section>
  );
}
