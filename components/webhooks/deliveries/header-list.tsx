import { useTranslations } from "next-intl";
import type { Header } from "@/lib/webhooks/deliveries/describe";

export function HeaderList({ label, headers }: { label: string; headers: readonly Header[] }) {
  const t = useTranslations("webhooks.attempt");
  if (headers.length === 0) return null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
    <div role="group" aria-label={label}>
      <dl className="grid gap-1 rounded-control border border-line bg-sunken p-3 font-mono text-sm">
        {headers.map(({ name, value }) => (
          <div key={name} className="wrap-anywhere">
            <dt className="inline text-muted">{name}: </dt>
            <dd className="inline">{value ?? <span title={t("hiddenValue")}>••••••••</span>}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
