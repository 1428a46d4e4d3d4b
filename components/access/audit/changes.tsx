import { ArrowRight } from "lucide-react";
import { useTranslations } from "next-intl";
import type { Changed } from "@/lib/access/audit/describe";
import { useAuditWords } from "./use-audit-words";

export function Changes({ changes }: { changes: readonly Changed[] }) {
  const t = useTranslations("audit");
  const words = useAuditWords();
  if (changes.length === 0) return null;
  return (
    <ul className="grid gap-0.5 text-sm">
      {changes.map(({ field, before, after }) => (
        <li key={field} className="wrap-anywhere">
          <span className="text-muted">{words.field(field)}: </span>
          {before !== null && (
            <>
              <span className="sr-only">{t("from")} </span>
              {words.value(field, before)} <ArrowRight aria-hidden className="inline size-3.5 text-muted" />{" "}
              <span className="sr-only">{t("to")} </span>
            </>
          )}
          {after === null ? t("nothing") : words.value(field, after)}
        </li>
      ))}
    </ul>
  );
}
