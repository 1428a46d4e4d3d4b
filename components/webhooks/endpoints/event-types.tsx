import { useTranslations } from "next-intl";

/** Up to two types by name, more as a count. */
export function EventTypes({ types }: { types: readonly string[] }) {
  const t = useTranslations("webhooks.list");
  if (types.length > 2) return <span title={types.join(", ")}>{t("eventCount", { count: types.length })}</span>;
  return (
    <span className="grid font-mono text-xs">
      {types.map((type) => (
        <span key={type}>{type}</span>
      ))}
    </span>
  );
}
