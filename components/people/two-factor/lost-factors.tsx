import { useTranslations } from "next-intl";
import { RequestResetForm } from "./request-reset-form";
import { ResetRunning } from "./reset-running";

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
