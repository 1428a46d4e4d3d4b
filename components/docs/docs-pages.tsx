import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Link } from "@/components/ui/text/link";

/** The other pages of the documentation, and the API's own description. */
export function DocsPages() {
  const t = useTranslations("docs");
  return (
    <section aria-labelledby="pages" className="grid min-w-0 gap-4">
      <h2 id="pages" className="font-semibold text-xl">
        {t("pages.title")}
      </h2>
      <dl className="grid gap-4">
        <Entry lead={t("reference.lead")}>
          <Link href="/docs/reference">{t("reference.title")}</Link>
        </Entry>
        <Entry lead={t("webhooks.lead")}>
          <Link href="/docs/webhooks">{t("webhooks.title")}</Link>
        </Entry>
        <Entry lead={t("errors.lead")}>
          <Link href="/docs/errors">{t("errors.title")}</Link>
        </Entry>
        <Entry lead={t("roles.lead")}>
          <Link href="/docs/roles">{t("roles.title")}</Link>
        </Entry>
        <Entry lead={t("pages.openApiLead")}>
          <a href="/openapi.json">{t("pages.openApi")}</a>
        </Entry>
        <Entry lead={t("reference.llmsLead")}>
          <a href="/llms.txt">{t("reference.llms")}</a>
        </Entry>
      </dl>
    </section>
  );
}

function Entry({ lead, children }: { lead: string; children: ReactNode }) {
  return (
    <div className="grid gap-x-6 sm:grid-cols-[10rem_minmax(0,1fr)]">
      <dt className="font-medium *:underline">{children}</dt>
      <dd className="max-w-text text-muted">{lead}</dd>
    </div>
  );
}
