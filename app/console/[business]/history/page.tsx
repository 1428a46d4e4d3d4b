import type { Route } from "next";
import { redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { HistoryFilters } from "@/components/speech/history/history-filters";
import { HistoryKeys } from "@/components/speech/history/history-keys";
import { LongJobs } from "@/components/speech/history/long-jobs";
import { JobPanel, MissingJob, type PanelPlace, RejectionPanel } from "@/components/speech/history/panels";
import { RequestList } from "@/components/speech/history/request-list";
import { Page } from "@/components/ui/text/page";
import { orError } from "@/lib/access/auth/or-error";
import { requireMember } from "@/lib/access/auth/session";
import type { Member } from "@/lib/access/principals/member";
import { can } from "@/lib/access/principals/roles";
import { findOrigin } from "@/lib/keys/request-log/origin";
import { findRejectionOf, listRequests } from "@/lib/keys/request-log/requests";
import { describeRejection, describeRows } from "@/lib/keys/request-log/rows";
import { clock, days } from "@/lib/platform/clock";
import { env } from "@/lib/platform/env";
import { AppError } from "@/lib/platform/errors";
import { pageTitle } from "@/lib/platform/i18n/page-title";
import { listRegions } from "@/lib/platform/regions";
import { vietnamDate } from "@/lib/platform/vietnam-time";
import { describeJob } from "@/lib/speech/history/describe";
import { listChoices } from "@/lib/speech/history/filter";
import { getJob } from "@/lib/speech/history/list";
import { historyAddressSchema } from "@/lib/speech/history/schema";
import { getJobProgress, listUnfinishedJobs } from "@/lib/speech/jobs/progress";
import { historyPath, jobPath } from "@/lib/speech/path";

export const generateMetadata = pageTitle("history", "title");

export default async function HistoryPage({ params, searchParams }: PageProps<"/console/[business]/history">) {
  const member = await requireMember((await params).business);
  const { cursor, job: open, ...filter } = historyAddressSchema.parse(await searchParams);
  const [page, choices, longJobs] = await Promise.all([
    orError(listRequests(member, { cursor, filter })),
    listChoices(member),
    orError(listUnfinishedJobs(member)),
  ]);
  const t = await getTranslations("history");
  const place = { business: member.businessSlug, filter, region: env.VANG_REGION, cursor, open };
  const list =
    page instanceof AppError
      ? { rows: null, next: null }
      : { rows: await describeRows(member, page.requests), next: page.next };
  const isBare = list.rows?.length === 0 && !cursor && !Object.values(filter).some(Boolean);
  const now = clock.now();
  const pathOf = (job?: string) => historyPath(place.business, { ...filter, cursor, job });
  const ids = list.rows?.map((row) => ("trackingId" in row ? row.trackingId : row.requestId)) ?? [];
  const index = open ? ids.indexOf(open) : -1;
  const neighbor = (by: 1 | -1) => {
    const id = index >= 0 ? ids[index + by] : undefined;
    return id === undefined ? undefined : pathOf(id);
  };

  return (
    <Page title={t("title")} lead={t("lead")}>
      {longJobs instanceof AppError || cursor || <LongJobs business={place.business} jobs={longJobs} />}
      <div className="min-w-0">
        {!isBare && (
          <HistoryFilters
            filter={filter}
            choices={choices}
            business={place.business}
            today={vietnamDate(now)}
            yesterday={vietnamDate(new Date(+now - days(1)))}
            hasRejected={can(member.role, "keys:read")}
          />
        )}
        <RequestList
          {...list}
          {...place}
          canErase={can(member.role, "history:delete")}
          canSpeak={can(member.role, "speech:use")}
        />
      </div>
      {open && (
        <OpenRequest
          member={member}
          open={open}
          place={{ closed: pathOf(), newer: neighbor(-1), older: neighbor(1) }}
          here={pathOf(open)}
        />
      )}
      <HistoryKeys open={open} closed={pathOf()} />
    </Page>
  );
}

type OpenRequestProps = { member: Member; open: string; place: PanelPlace; here: Route };

/** The open request: a job, or one that was rejected. */
async function OpenRequest({ member, open, place, here }: OpenRequestProps) {
  const { businessSlug: business, role } = member;
  const rejection = await findRejectionOf(member, open);
  if (rejection) {
    const origin = await findOrigin(member, rejection);
    return (
      <RejectionPanel origin={origin} place={place} business={business} rejection={describeRejection(rejection)} />
    );
  }
  const job = await orError(getJob(member, open));
  if (job instanceof AppError) {
    // A long job is recorded when it ends.
    const progress = await orError(getJobProgress(member, open));
    if (!(progress instanceof AppError)) redirect(jobPath(business, open));
    return <MissingJob here={here} closed={place.closed} />;
  }
  const code = job.status === "failed" ? job.resultCode : null;
  const [view, origin] = await Promise.all([describeJob(job), findOrigin(member, { ...job, code })]);
  return (
    <JobPanel
      origin={origin}
      place={place}
      business={business}
      job={view}
      baseUrl={listRegions().find(({ code }) => code === view.region)?.url ?? env.url}
      canErase={can(role, "history:delete")}
      canRun={can(role, "speech:use")}
    />
  );
}
