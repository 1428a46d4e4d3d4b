import { useTranslations } from "next-intl";
import { ButtonLink } from "@/components/ui/button-link";
import { EmptyState } from "@/components/ui/empty-state";
import { Notice } from "@/components/ui/notice";
import type { AuditRow } from "@/lib/audit-log/describe";
import type { AuditFilter } from "@/lib/audit-log/schema";
import { AuditPages } from "./audit-pages";
import { auditPath } from "./audit-path";
import { AuditTable } from "./audit-table";

type AuditListProps = {
  /** Null when the address names a page we never gave. */
  rows: readonly AuditRow[] | null;
  /** The cursor of the following page; null on the last one. */
  next: string | null;
  business: string;
  filter: AuditFilter;
  cursor?: string;
};

/** One page of the log, the newest first. */
export function AuditList({ rows, next, business, filter, cursor }: AuditListProps) {
  const t = useTranslations("audit");
  if (rows?.length === 0 && !cursor) {
    const isNarrowed = Object.values(filter).some(Boolean);
    const clear = <ButtonLink href={auditPath(business)}>{t("filters.clear")}</ButtonLink>;
    return (
      <EmptyState title={t(isNarrowed ? "noMatch" : "empty")} action={isNarrowed && clear}>
        {t(isNarrowed ? "noMatchLead" : "emptyLead")}
      </EmptyState>
    );
  }
  return (
    <div className="grid min-w-0 gap-4">
      {rows && rows.length > 0 ? (
        <AuditTable rows={rows} />
      ) : (
        <Notice kind={rows ? "info" : "warning"}>{t(rows ? "noOlder" : "pageUnknown")}</Notice>
      )}
      <AuditPages {...{ business, filter, cursor, next }} />
    </div>
  );
}
