import { useTranslations } from "next-intl";
import { CodeBlock } from "@/components/ui/text/code-block";
import type { ReferenceEvent } from "@/lib/api/openapi/events";
import { FieldList } from "./field-list";

/** One type of event, with its name as the anchor. */
export function EventEntry({ event: { type, description, fields, example, schema } }: { event: ReferenceEvent }) {
  const t = useTranslations("docs.webhooks.events");
  return (
    <section
      aria-labelledby={`event-${type}`}
      className="grid min-w-0 scroll-mt-4 gap-3 border-line border-t py-4"
      id={type}
    >
      <h3 id={`event-${type}`} className="font-medium font-mono text-base">
        {type}
      </h3>
      <p className="max-w-text">{description}</p>
      <h4 className="font-medium text-base">{t("data")}</h4>
      <FieldList fields={fields} />
      <CodeBlock label={t("example", { type })} code={example} />
      <details className="grid min-w-0 gap-2">
        <summary className="cursor-pointer rounded-control py-1 font-medium text-base">{t("schema", { type })}</summary>
        <CodeBlock label={t("schema", { type })} code={schema} />
      </details>
    </section>
  );
}
