import { redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { DiagnosisCard } from "@/components/diagnostics/diagnosis-card";
import { JobFacts } from "@/components/history/job-facts";
import { JobOutcome } from "@/components/history/job-outcome";
import { JobRequest } from "@/components/history/job-request";
import { JobSound } from "@/components/history/job-sound";
import { JobWords } from "@/components/history/job-words";
import { SharedLinks } from "@/components/trace/shared-links";
import { TraceActions } from "@/components/trace/trace-actions";
import { TraceHead } from "@/components/trace/trace-head";
import { tracePath } from "@/components/trace/trace-path";
import { TraceTimeline } from "@/components/trace/trace-timeline";
import { Card } from "@/components/ui/text/card";
import { Page } from "@/components/ui/text/page";
import { orNotFound } from "@/lib/auth/or-error";
import { requireMember } from "@/lib/auth/session";
import { describeJob } from "@/lib/history/describe";
import { getJob } from "@/lib/history/list";
import { pageTitle } from "@/lib/i18n/page-title";
import { supportContacts } from "@/lib/mail/support";
import { can } from "@/lib/principals/roles";
import { diagnose } from "@/lib/request-log/diagnostics/diagnose";
import { getTrace } from "@/lib/trace/read";
import { listSharedLinks, redact } from "@/lib/trace/share";
import { writeTrace } from "@/lib/trace/steps";

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
        {...{ trace, job, business }}
        text={writeTrace(redact(trace))}
        mayErase={can(member.role, "history:delete")}
        mayRun={can(member.role, "speech:use")}
        contact={supportContacts().find(({ href }) => href.startsWith("mailto:")) ?? supportContacts()[0]}
      />
      <div className="grid grid-cols-1 items-start gap-6 xl:grid-cols-[minmax(0,1fr)_400px]">
        <Card title={t("timeline")}>
          <TraceTimeline {...{ trace, business }} />
        </Card>
        <div className="grid grid-cols-1 gap-6 max-xl:order-first">
          {job && (
            <Card title={t("content")}>
              <div className="grid gap-6">
                <JobOutcome job={job} />
                <JobSound job={job} business={business} />
                <JobWords job={job} business={business} />
                <JobFacts job={job} />
                <JobRequest job={job} />
              </div>
            </Card>
          )}
          {links.length > 0 && <SharedLinks {...{ links, business }} ofOneTrace />}
          {diagnosis && <DiagnosisCard {...{ diagnosis, business }} mayWrite={can(member.role, "keys:write")} />}
        </div>
      </div>
    </Page>
  );
}
