import { useTranslations } from "next-intl";
import type { ReferenceField } from "@/lib/api/openapi/reference";

/** Fields as the OpenAPI document has them, without Markdown marks. */
export function FieldList({ fields }: { fields: readonly ReferenceField[] }) {
  const t = useTranslations("docs.reference");
  return (
    <dl className="grid gap-2">
      {fields.map(({ name, type, isRequired, description, in: where }) => (
        <div key={`${where} ${name}`} className="grid gap-x-6 sm:grid-cols-[12rem_minmax(0,1fr)]">
          <dt className="wrap-anywhere font-mono text-base leading-6">{name}</dt>
          <dd className="grid min-w-0 max-w-text gap-0.5">
            <span className="wrap-anywhere text-muted text-sm leading-6">
              {where && `${where} · `}
              <code className="font-mono">{type}</code>
              {isRequired && ` · ${t("required")}`}
            </span>
            {description && <span className="whitespace-pre-line text-base">{description.replaceAll("`", "")}</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
