import { Download, ScrollText } from "lucide-react";
import { getLocale, getTranslations } from "next-intl/server";
import { AuditFilters, auditFilePath, auditPath } from "@/components/access/audit/audit-filters";
import { AuditTable } from "@/components/access/audit/audit-table";
import { ButtonLink } from "@/components/ui/buttons/button-link";
import { PagedList } from "@/components/ui/lists/paged-list";
import { Page } from "@/components/ui/text/page";
import { describeEntry } from "@/lib/access/audit/describe";
import { type AuditPage, listAudit } from "@/lib/access/audit/list";
import { listActors, loadNames } from "@/lib/access/audit/names";
import { auditActions, auditAddressSchema } from "@/lib/access/audit/schema";
import { orError } from "@/lib/access/auth/or-error";
import { requireMember } from "@/lib/access/auth/session";
import type { Member } from "@/lib/access/principals/member";
import { can } from "@/lib/access/principals/roles";
import { AppError } from "@/lib/platform/errors";
import { pageTitle } from "@/lib/platform/i18n/page-title";
import { ForbiddenContent } from "../forbidden-content";

export const generateMetadata = pageTitle("audit", "title");

export default async function AuditLogPage({ params, searchParams }: PageProps<"/console/[business]/audit">) {
  const member = await requireMember((await params).business);
  const t = await getTranslations("audit");
  if (!can(member.role, "audit:read")) {
    return (
      <Page title={t("title")} lead={t("lead")}>
        <ForbiddenContent>{t("forbidden")}</ForbiddenContent>
      </Page>
    );
  }

  const { cursor, ...filter } = auditAddressSchema.parse(await searchParams);
  const [page, people] = await Promise.all([orError(listAudit(member, { cursor, filter })), listActors(member)]);
  const list = page instanceof AppError ? { rows: null, next: null } : await inWords(member, page);
  const business = member.businessSlug;
  const file = (
    <ButtonLink href={auditFilePath(business, filter)} download icon={<Download aria-hidden />}>
      {t("export")}
    </ButtonLink>
  );

  return (
    <Page title={t("title")} lead={t("lead")} action={file}>
      <AuditFilters path={auditPath(business)} actions={auditActions} filter={filter} people={people} />
      <PagedList
        words="audit"
        Icon={ScrollText}
        {...list}
        filter={filter}
        cursor={cursor}
        pathOf={(address) => auditPath(business, address)}
        table={(rows) => <AuditTable rows={rows} />}
      />
    </Page>
  );
}

async function inWords(member: Member, { entries, next }: AuditPage) {
  const [names, locale] = await Promise.all([loadNames(member, entries), getLocale()]);
  return { rows: entries.map((entry) => describeEntry(entry, names, locale)), next };
}
