import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import type { ReferenceField } from "@/lib/api/openapi/reference";
import { FieldList } from "./field-list";

/** The fields that all events have, and below them each type. */
export function EventFields({ fields, children }: { fields: readonly ReferenceField[]; children: ReactNode }) {
  const t = useTranslations("docs.webhooks.events");
  return (
    <section aria-labelledby="events" className="grid min-w-0 gap-4">
      <h2 id="events" className="font-semibold text-xl">
        {t("title")}
      </h2>
      <p className="max-w-text">
        {t.rich("lead", {
          link: (words) => (
            <a href="/openapi.json" className="underline">
              {words}
            </a>
          ),
        })}
      </p>
      <FieldList fields={fields} />
      {children}
    </section>
  );
}
