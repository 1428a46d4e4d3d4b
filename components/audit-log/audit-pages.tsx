import { ChevronRight, ChevronsLeft } from "lucide-react";
import { useTranslations } from "next-intl";
import { ButtonLink } from "@/components/ui/button-link";
import type { AuditFilter } from "@/lib/audit-log/schema";
import { auditPath } from "./audit-path";

type AuditPagesProps = { business: string; filter: AuditFilter; cursor?: string; next: string | null };

/** The ways on from one page of the log. */
export function AuditPages({ business, filter, cursor, next }: AuditPagesProps) {
  const t = useTranslations("audit");
  if (!cursor && !next) return null;
  return (
    <nav aria-label={t("pages")} className="flex flex-wrap gap-2">
      {cursor && (
        <ButtonLink href={auditPath(business, filter)} size="small" icon={<ChevronsLeft aria-hidden />}>
          {t("newest")}
        </ButtonLink>
      )}
      {next && (
        <ButtonLink href={auditPath(business, { ...filter, cursor: next })} size="small">
          {t("older")}
          <ChevronRight aria-hidden />
        </ButtonLink>
      )}
    </nav>
  );
}
