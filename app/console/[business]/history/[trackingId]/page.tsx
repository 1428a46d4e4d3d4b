import { Route as RouteIcon, Share2 } from "lucide-react";
import type { Route } from "next";
import { redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { BookChapters } from "@/components/speech/books/book-chapters";
import { CancelJob } from "@/components/speech/jobs/cancel-job";
import { JobState } from "@/components/speech/jobs/job-state";
import { LiveJob } from "@/components/speech/jobs/live-job";
import { LazyEditor } from "@/components/speech/transcripts/lazy-editor";
import { ButtonLink } from "@/components/ui/buttons/button-link";
import { Notice } from "@/components/ui/feedback/notice";
import { Skeleton } from "@/components/ui/feedback/skeleton";
import { Card } from "@/components/ui/text/card";
import { BackLink, Page } from "@/components/ui/text/page";
import { orError, orNotFound } from "@/lib/access/auth/or-error";
import { requireMember } from "@/lib/access/auth/session";
import type { Member } from "@/lib/access/principals/member";
import { can } from "@/lib/access/principals/roles";
import { AppError } from "@/lib/platform/errors";
import { pageTitle } from "@/lib/platform/i18n/page-title";
import { getJob } from "@/lib/speech/history/list";
import { getJobProgress } from "@/lib/speech/jobs/progress";
import { isUnfinished, type JobProgress } from "@/lib/speech/jobs/queries";
import { historyPath, tracePath, transcriptPath } from "@/lib/speech/path";

export const generateMetadata = pageTitle("longJob", "title");

/** A long job: how far it is, and then its result. A short one is in the history's panel. */
export default async function JobPage({ params }: PageProps<"/console/[business]/history/[trackingId]">) {
  const { business: slug, trackingId } = await params;
  const member = await requireMember(slug);
  const business = member.businessSlug;
  const job = await orError(getJobProgress(member, trackingId));
  if (job instanceof AppError) {
    await orNotFound(getJob(member, trackingId));
    redirect(historyPath(business, { job: trackingId }));
  }
  const t = await getTranslations("longJob");
  return (
    <Page
      title={job.name ?? t(`kinds.${job.kind}`)}
      lead={t(`leads.${job.kind}`)}
      back={<BackLink href={historyPath(business)}>{t("back")}</BackLink>}
      action={
        isUnfinished(job) && can(member.role, "speech:use") && <CancelJob business={business} jobId={job.jobId} />
      }
    >
      <LiveJob business={business} job={job}>
        <JobState job={job} business={business} />
      </LiveJob>
      {job.kind === "tts" && <BookResult member={member} job={job} />}
      {job.kind === "stt" && <Result business={business} job={job} />}
    </Page>
  );
}

/** The chapters of a text: how far each is, and then its sound. A job that failed has none. */
async function BookResult({ member, job: { jobId, status } }: { member: Member; job: JobProgress }) {
  const t = await getTranslations("longJob");
  const business = member.businessSlug;
  if (status === "failed") return null;
  return (
    <>
      <BookChapters key={jobId} business={business} jobId={jobId} canSpeak={can(member.role, "speech:use")} />
      {(status === "succeeded" || status === "canceled") && (
        <div>
          <ButtonLink href={historyPath(business, { job: jobId })}>{t("openResult")}</ButtonLink>
        </div>
      )}
    </>
  );
}

/** What a transcription came to, once the history has it. */
async function Result({ business, job: { jobId, status } }: { business: string; job: JobProgress }) {
  const t = await getTranslations("longJob");
  if (status !== "succeeded" && status !== "canceled") return null;
  const trace = (
    <ButtonLink size="small" icon={<RouteIcon aria-hidden />} href={tracePath(business, jobId)}>
      {t("trace")}
    </ButtonLink>
  );
  return (
    <Card title={t("transcript")}>
      <div className="grid gap-4">
        <LazyEditor
          business={business}
          trackingId={jobId}
          fallback={<Skeleton className="h-64" />}
          gone={<Notice>{t("gone")}</Notice>}
          actions={
            <>
              <ButtonLink size="small" icon={<Share2 />} href={`${transcriptPath(business, jobId)}#share` as Route}>
                {t("share")}
              </ButtonLink>
              {trace}
            </>
          }
        />
      </div>
    </Card>
  );
}
