import { useTranslations } from "next-intl";
import { Notice } from "@/components/ui/feedback/notice";
import { RequestResetForm } from "./sign-in-forms";
import { useWaitEnd } from "./use-wait-end";

type LostFactorsProps = { wait: { dueAt: Date; timeZone: string; onlySuspended: boolean } | null; hours: number };

/** What happens for someone who lost every factor, and the button that starts it; or the wait that runs. */
export function LostFactors({ wait, hours }: LostFactorsProps) {
  const t = useTranslations("twoFactor.reset");
  if (wait) return <ResetRunning wait={wait} />;
  return (
    <>
      <ol className="grid list-decimal gap-2 pl-5 marker:text-muted">
        <li>{t("askMail")}</li>
        <li>{t("askWait", { hours })}</li>
        <li>{t("askThen")}</li>
      </ol>
      <RequestResetForm />
    </>
  );
}

/** Shows during sign-in that a wait runs, and what ends it. */
export function ResetRunning({ wait }: { wait: { dueAt: Date; timeZone: string; onlySuspended: boolean } }) {
  const t = useTranslations("twoFactor");
  const words = wait.onlySuspended ? "suspended.running" : "reset.running";
  return <Notice kind="warning">{t(words, { time: useWaitEnd()(wait) })}</Notice>;
}
