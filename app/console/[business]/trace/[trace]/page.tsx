import { redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { DiagnosisCard } from "@/components/keys/diagnostics/diagnosis-card";
import { JobFacts, JobOutcome, JobRequest, JobSound, JobWords } from "@/components/speech/history/job-details";
import { SharedLinks } from "@/components/speech/trace/shared-links";
import { TraceActions } from "@/components/speech/trace/trace-actions";
import { TraceHead, TraceTimeline } from "@/components/speech/trace/trace-timeline";
import { Card } from "@/components/ui/text/card";
import { Page } from "@/components/ui/text/page";
import { orNotFound } from "@/lib/access/auth/or-error";
import { requireMember } from "@/lib/access/auth/session";
import { can } from "@/lib/access/principals/roles";
import { diagnose } from "@/lib/keys/request-log/diagnostics/diagnose";
import { pageTitle } from "@/lib/platform/i18n/page-title";
import { supportContacts } from "@/lib/platform/mail/support";
import { describeJob } from "@/lib/speech/history/describe";
import { getJob } from "@/lib/speech/history/list";
import { tracePath } from "@/lib/speech/path";
import { getTrace } from "@/lib/speech/trace/read";
import { listSharedLinks, redact } from "@/lib/speech/trace/share";
import { writeTrace } from "@/lib/speech/trace/steps";

export const generateMetadata = pageTitle("trace", "title");

/** Everything about one request, by its trackingId or request ID. */
export default async function TracePage({ params }: PageProps<"/console/[business]/trace/[trace]">) {
  const { business: slug, trace: id } = await params;
  const member = await requireMember(slug);
  const business = member.businessSlug;
  const trace = await orNotFound(getTrace(member, id));
  // A request ID leads to its job, whose page has one address.
  if (trace.id !== id) redirect(tracePath(business, trace.id));
  const isJob = trace.status !== "rejected";
  const [t, links, found, diagnosis] = await Promise.all([
    getTranslations("trace"),
    listSharedLinks(member, trace.id),
    isJob ? getJob(member, trace.id) : null,
    isJob ? null : diagnose(member, trace.id),
  ]);
  const job = found && (await describeJob(found));
  return (
    <Page title={t("title")} lead={t("lead")}>
      <TraceHead trace={trace} />
      <TraceActions
        trace={trace}
        job={job}
        business={business}
        text={writeTrace(redact(trace))}
        mayErase={can(member.role, "history:delete")}
        mayRun={can(member.role, "speech:use")}
        contact={supportContacts().find(({ href }) => href.startsWith("mailto:")) ?? supportContacts()[0]}
      />
      {diagnosis && (
        <DiagnosisCard diagnosis={diagnosis} business={business} mayWrite={can(member.role, "keys:write")} />
      )}
      <Card title={t("timeline")}>
        <TraceTimeline trace={trace} business={business} />
      </Card>
      {links.length > 0 && <SharedLinks links={links} business={business} ofOneTrace />}
      {job && (
        <Card title={t("content")}>
          <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-2">
            <div className="grid grid-cols-1 gap-6">
              <JobOutcome job={job} />
              <JobSound job={job} business={business} />
              <JobWords job={job} business={business} />
            </div>
            <div className="grid grid-cols-1 gap-6">
              <JobFacts job={job} business={business} />
              <JobRequest job={job} />
            </div>
          </div>
        </Card>
      )}
    </Page>
  );
}
