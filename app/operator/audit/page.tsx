import { Download, ScrollText } from "lucide-react";
import { getLocale, getTranslations } from "next-intl/server";
import { AuditFilters } from "@/components/access/audit/audit-filters";
import { AuditTable } from "@/components/access/audit/audit-table";
import { ButtonLink } from "@/components/ui/buttons/button-link";
import { PagedList } from "@/components/ui/lists/paged-list";
import { Page } from "@/components/ui/text/page";
import { describeEntry } from "@/lib/access/audit/describe";
import { staffActs, staffAuditAddressSchema } from "@/lib/access/audit/schema";
import { orError } from "@/lib/access/auth/or-error";
import { requireStaff } from "@/lib/access/auth/staff";
import { listStaffActors, listStaffAudit, loadStaffNames } from "@/lib/access/staff";
import { AppError } from "@/lib/platform/errors";
import { pageTitle } from "@/lib/platform/i18n/page-title";
import { withQuery } from "@/lib/platform/with-query";

export const generateMetadata = pageTitle("operator.audit", "title");

export default async function StaffAuditPage({ searchParams }: PageProps<"/operator/audit">) {
  const staff = await requireStaff();
  const [t, audit] = await Promise.all([getTranslations("operator.audit"), getTranslations("audit")]);
  const { cursor, ...filter } = staffAuditAddressSchema.parse(await searchParams);
  const [page, people] = await Promise.all([orError(listStaffAudit(staff, cursor, filter)), listStaffActors()]);
  const { entries, next } = page instanceof AppError ? { entries: [], next: null } : page;
  const [names, locale] = await Promise.all([loadStaffNames(entries), getLocale()]);
  return (
    <Page
      title={t("title")}
      lead={t("lead")}
      action={
        <ButtonLink href={withQuery("/operator/audit/audit.csv", filter)} download icon={<Download aria-hidden />}>
          {audit("export")}
        </ButtonLink>
      }
    >
      <AuditFilters path="/operator/audit" actions={staffActs} filter={filter} people={people} />
      <PagedList
        words="audit"
        Icon={ScrollText}
        rows={page instanceof AppError ? null : entries.map((entry) => describeEntry(entry, names, locale))}
        next={next}
        filter={filter}
        cursor={cursor}
        pathOf={(address = {}) => withQuery("/operator/audit", address)}
        table={(rows) => <AuditTable rows={rows} />}
      />
    </Page>
  );
}
