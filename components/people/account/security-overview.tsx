import { CircleCheck, CircleDashed } from "lucide-react";
import type { Route } from "next";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { ButtonLink } from "@/components/ui/buttons/button-link";
import { Card } from "@/components/ui/text/card";
import { RelativeTime } from "@/components/ui/text/relative-time";
import type { NextStep, SecurityFacts } from "@/lib/people/account/security-overview";

/** The section of the page for each step. */
const places: Record<NextStep, Route> = {
  secondFactor: "#two-factor" as Route,
  recoveryCodes: "#two-factor" as Route,
  passkey: "#passkeys" as Route,
};

/** What protects the account now, and the most useful next step. */
export function SecurityOverview({ next, ...facts }: SecurityFacts & { next: NextStep | null }) {
  const t = useTranslations("security");
  const isOutOfCodes = next === "recoveryCodes" && facts.recoveryCodes === 0;
  const hasSecondFactor = facts.hasTotp || facts.passkeys > 0;
  return (
    <Card title={t("overview")}>
      <div className="grid gap-4">
        <dl className="grid gap-x-8 gap-y-3 sm:grid-cols-2">
          <SecurityFact name={t("email")} isOn={facts.isEmailProven}>
            <span className="wrap-anywhere">
              {t(facts.isEmailProven ? "emailProven" : "emailUnproven", { email: facts.email })}
            </span>
          </SecurityFact>
          <SecurityFact name={t("password")} isOn>
            {t.rich("passwordSet", { when: () => <RelativeTime time={facts.passwordChangedAt} /> })}
          </SecurityFact>
          <SecurityFact name={t("app")} isOn={facts.hasTotp}>
            {t(facts.hasTotp ? "on" : "off")}
          </SecurityFact>
          <SecurityFact name={t("passkeys")} isOn={facts.passkeys > 0}>
            {facts.passkeys > 0 ? t("passkeyCount", { count: facts.passkeys }) : t("passkeyNone")}
          </SecurityFact>
          <SecurityFact name={t("codes")} isOn={facts.recoveryCodes > 0}>
            {hasSecondFactor ? t("codesLeft", { count: facts.recoveryCodes }) : t("codesLater")}
          </SecurityFact>
          <SecurityFact name={t("sessions")} isOn>
            {t("sessionCount", { count: facts.sessions })}
          </SecurityFact>
        </dl>
        <div className="flex flex-wrap items-center justify-between gap-3 rounded-control bg-sunken px-4 py-3">
          <p className="min-w-0 flex-1 basis-64 text-pretty">
            {t(`next.${isOutOfCodes ? "noRecoveryCodes" : (next ?? "nothing")}`)}
          </p>
          {next && (
            <ButtonLink href={places[next]} size="small">
              {t(`nextAct.${next}`)}
            </ButtonLink>
          )}
        </div>
      </div>
    </Card>
  );
}

/** One line of the overview: a setting and its state, by icon and by word. */
function SecurityFact({ name, isOn, children }: { name: string; isOn: boolean; children: ReactNode }) {
  const t = useTranslations("security");
  const Icon = isOn ? CircleCheck : CircleDashed;
  return (
    <div className="relative min-w-0 pl-7">
      <dt className="font-medium">
        <Icon
          role="img"
          aria-label={t(isOn ? "good" : "open")}
          className={`absolute top-0.5 left-0 size-4.5 ${isOn ? "text-jade" : "text-muted"}`}
        />
        {name}
      </dt>
      <dd className="text-muted">{children}</dd>
    </div>
  );
}
