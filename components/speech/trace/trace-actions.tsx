import { LifeBuoy } from "lucide-react";
import { useTranslations } from "next-intl";
import { JobActions } from "@/components/speech/history/job-details";
import { RunAgainLink } from "@/components/speech/playground/run-again-link";
import { buttonClass } from "@/components/ui/buttons/button";
import { CopyButton } from "@/components/ui/buttons/copy-button";
import type { SupportContact } from "@/lib/platform/mail/support";
import type { JobView } from "@/lib/speech/history/describe";
import type { Trace } from "@/lib/speech/trace/steps";
import { ShareTrace } from "./share-trace";

type TraceActionsProps = {
  trace: Trace;
  /** The trace as text, without its key. */
  text: string;
  job: JobView | null;
  business: string;
  mayErase: boolean;
  mayRun: boolean;
  contact?: SupportContact;
};

export function TraceActions({ trace, text, job, business, mayErase, mayRun, contact }: TraceActionsProps) {
  const t = useTranslations("trace");
  return (
    <div className="flex flex-wrap items-start gap-2">
      {job && mayRun && <RunAgainLink business={business} job={job} />}
      <ShareTrace business={business} id={trace.id} />
      <CopyButton text={text} label={t("copyText")} />
      {contact && (
        <a
          href={withTrace(contact, t("mailSubject", { id: trace.id }), text)}
          className={buttonClass({ size: "small" })}
        >
          <LifeBuoy aria-hidden />
          {t("support")}
        </a>
      )}
      {job && <JobActions job={job} business={business} canErase={mayErase} />}
    </div>
  );
}

/** The most of a body that email programs take from a link. */
const longestBody = 1800;

/** An email with the trace in it; another contact is opened as it is, and the trace is copied beside it. */
const withTrace = ({ href }: SupportContact, subject: string, body: string): string =>
  href.startsWith("mailto:")
    ? `${href}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(`\n\n${body.slice(0, longestBody)}`)}`
    : href;
