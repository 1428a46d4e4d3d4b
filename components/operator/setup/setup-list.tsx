import { useTranslations } from "next-intl";
import { ActForm } from "@/components/operator/act-form";
import { InstallVoice } from "@/components/operator/voices/install-voice";
import { Badge, type BadgeKind } from "@/components/ui/text/badge";
import { Card } from "@/components/ui/text/card";
import { Moment } from "@/components/ui/text/moment";
import { testSetupAction } from "@/lib/operator/setup/actions";
import type { SetupState } from "@/lib/operator/setup/schema";
import type { SetupRow } from "@/lib/operator/setup/setup";

const kinds: Record<SetupState, BadgeKind> = {
  ready: "success",
  example: "info",
  missing: "warning",
  optional: "neutral",
  failing: "danger",
};

export function SetupList({ rows, mayTest }: { rows: readonly SetupRow[]; mayTest: boolean }) {
  const t = useTranslations("operator.setup");
  return (
    <Card padded={false}>
      <ul className="divide-y divide-line">
        {rows.map((row) => (
          <li key={row.part} className="grid gap-x-6 gap-y-3 p-4 md:grid-cols-[minmax(0,1fr)_auto]">
            <div className="grid min-w-0 content-start gap-1">
              <h2 className="flex flex-wrap items-center gap-2 font-medium">
                {t(`parts.${row.part}.title`)}
                <Badge kind={kinds[row.state]}>{t(`states.${row.state}`)}</Badge>
              </h2>
              <p className="max-w-text text-muted text-sm">{t(`parts.${row.part}.lead`)}</p>
              <Found row={row} />
            </div>
            {mayTest && row.part === "voice" && (
              <div className="md:justify-self-end">
                <InstallVoice />
              </div>
            )}
            {mayTest && row.test && (
              <div className="md:justify-self-end">
                <ActForm
                  action={testSetupAction}
                  hidden={{ what: row.test }}
                  isMinor
                  submit={t(row.test === "mail" ? "testMail" : "testNotification")}
                />
              </div>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Found({ row: { part, state, value, settings, warning, lastTest, lastVerified } }: { row: SetupRow }) {
  const t = useTranslations("operator.setup");
  return (
    <div className="grid gap-1 text-sm">
      {value && <p className="wrap-anywhere font-mono">{value}</p>}
      {state !== "ready" && state !== "optional" && settings.length > 0 && (
        <p>
          {t("set")} <code className="wrap-anywhere font-mono">{settings.join(", ")}</code>
        </p>
      )}
      {state === "missing" && settings.length === 0 && (
        <code className="wrap-anywhere font-mono">{t(`parts.${part}.command`)}</code>
      )}
      {warning && <p className="text-danger">{t(`warnings.${warning}`)}</p>}
      {lastVerified && (
        <p>
          {t("lastVerified")} <Moment time={lastVerified} />
        </p>
      )}
      {lastTest && (
        <p className="wrap-anywhere">
          {t(lastTest.isOk ? "testOk" : "testFailed", { reason: lastTest.result })} <Moment time={lastTest.at} />
        </p>
      )}
    </div>
  );
}
