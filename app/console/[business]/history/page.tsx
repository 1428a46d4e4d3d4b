import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { HistoryFilters } from "@/components/history/history-filters";
import { HistoryKeys } from "@/components/history/history-keys";
import { HistoryPanes } from "@/components/history/history-panes";
import { historyPath } from "@/components/history/history-path";
import { JobList } from "@/components/history/job-list";
import { JobPanel } from "@/components/history/job-panel";
import { MissingJob } from "@/components/history/missing-job";
import { Page } from "@/components/ui/text/page";
import { orError } from "@/lib/auth/or-error";
import { requireMember } from "@/lib/auth/session";
import { env } from "@/lib/env";
import { AppError } from "@/lib/errors";
import { listChoices } from "@/lib/history/choices";
import { describeJob, describeRow } from "@/lib/history/describe";
import { getJob, listJobs } from "@/lib/history/list";
import { historyAddressSchema } from "@/lib/history/schema";
import { can } from "@/lib/principals/roles";
import { findFailure } from "@/lib/request-log/failure";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("history"))("title") };
}

export default async function HistoryPage({ params, searchParams }: PageProps<"/console/[business]/history">) {
  const member = await requireMember((await params).business);
  const { cursor, job: open, ...filter } = historyAddressSchema.parse(await searchParams);
  const [page, job, choices] = await Promise.all([
    orError(listJobs(member, { cursor, filter })),
    open ? orError(getJob(member, open)) : null,
    listChoices(member),
  ]);
  const t = await getTranslations("history");
  const place = { business: member.businessSlug, filter, region: env.VANG_REGION, cursor, open };
  const closed = historyPath(place.business, { ...filter, cursor });
  const here = historyPath(place.business, { ...filter, cursor, job: open });
  const list =
    page instanceof AppError
      ? { rows: null, next: null }
      : { rows: await Promise.all(page.jobs.map(describeRow)), next: page.next };
  const isBare = list.rows?.length === 0 && !cursor && !Object.values(filter).some(Boolean);

  return (
    <Page title={t("title")} lead={t("lead")}>
      <HistoryPanes
        list={
          <>
            {!isBare && <HistoryFilters business={place.business} filter={filter} choices={choices} />}
            <JobList {...list} {...place} />
          </>
        }
        open={
          job instanceof AppError ? (
            <MissingJob here={here} closed={closed} />
          ) : (
            job && (
              <JobPanel
                job={await describeJob(job)}
                failure={await findFailure(member, job)}
                closed={closed}
                business={place.business}
                canErase={can(member.role, "history:delete")}
              />
            )
          )
        }
      />
      <HistoryKeys open={open} closed={closed} />
    </Page>
  );
}
