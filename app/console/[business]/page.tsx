import { AudioLines } from "lucide-react";
import type { Route } from "next";
import { getTranslations } from "next-intl/server";
import { CreditCard } from "@/components/businesses/overview/credit-card";
import { StepsCard } from "@/components/businesses/overview/steps-card";
import { TasksCard } from "@/components/businesses/overview/tasks-card";
import { TodayCard } from "@/components/businesses/overview/today-card";
import { ClientMessages } from "@/components/shell/client-messages";
import { RequestTable } from "@/components/speech/history/request-table";
import { ButtonLink } from "@/components/ui/buttons/button-link";
import { Link } from "@/components/ui/text/link";
import { Page } from "@/components/ui/text/page";
import { requireMember } from "@/lib/access/auth/session";
import { can } from "@/lib/access/principals/roles";
import { findSteps } from "@/lib/businesses/overview/find-steps";
import { findCredit, findLastSaid, findTasks } from "@/lib/businesses/overview/find-tasks";
import { frequentErrors } from "@/lib/businesses/overview/schema";
import { listRequests } from "@/lib/keys/request-log/requests";
import { describeRows } from "@/lib/keys/request-log/rows";
import { readReport } from "@/lib/money/usage/read-report";
import { env } from "@/lib/platform/env";
import { pageTitle } from "@/lib/platform/i18n/page-title";
import { historyPath } from "@/lib/speech/path";

const lastJobs = 5;

export const generateMetadata = pageTitle("overview", "title");

/** Where sign-in leads: how the business is doing, and what needs someone. */
export default async function OverviewPage({ params }: PageProps<"/console/[business]">) {
  const member = await requireMember((await params).business);
  const [t, report, credit, steps, { requests }] = await Promise.all([
    getTranslations("overview"),
    readReport(member, { range: "today", split: "result" }),
    findCredit(member),
    findSteps(member),
    listRequests(member, { limit: lastJobs }),
  ]);
  const codes = frequentErrors(report).map(({ value }) => value);
  const [tasks, rows, said] = await Promise.all([
    findTasks(member, credit),
    describeRows(member, requests),
    findLastSaid(member, codes, new Date(`${report.range.from}T00:00:00+07:00`)),
  ]);
  const business = member.businessSlug;
  const may = (permission: Parameters<typeof can>[1]) => can(member.role, permission);
  const isLow = tasks.some(({ kind }) => kind === "lowBalance" || kind === "noBalance");
  return (
    <Page
      title={t("title")}
      lead={t("lead")}
      action={
        may("speech:use") && (
          <ButtonLink
            variant="primary"
            href={`/console/${business}/playground` as Route}
            icon={<AudioLines aria-hidden />}
          >
            {t("tryVoice")}
          </ButtonLink>
        )
      }
    >
      {steps && <StepsCard business={business} steps={steps} />}
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <TodayCard business={business} report={report} mayKeys={may("keys:read")} />
        <div className="grid grid-cols-1 gap-6">
          <TasksCard business={business} tasks={tasks} report={report} said={said} />
          {credit && (
            <CreditCard
              business={business}
              credit={credit}
              isLow={isLow}
              mayRead={may("billing:read")}
              mayTopUp={may("billing:write")}
            />
          )}
        </div>
      </div>
      {rows.length > 0 && (
        <section aria-labelledby="last-jobs" className="grid min-w-0 grid-cols-1 gap-3">
          <div className="flex flex-wrap items-baseline justify-between gap-2">
            <h2 id="last-jobs" className="font-semibold text-lg">
              {t("lastJobs")}
            </h2>
            <Link href={historyPath(business)}>{t("allJobs")}</Link>
          </div>
          <ClientMessages areas={["history"]}>
            <RequestTable requests={rows} business={business} filter={{}} region={env.VANG_REGION} />
          </ClientMessages>
        </section>
      )}
    </Page>
  );
}
