"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { StepUp } from "@/components/people/account/step-up";
import { Button, buttonClass } from "@/components/ui/buttons/button";
import { CopyButton } from "@/components/ui/buttons/copy-button";
import { Notice } from "@/components/ui/feedback/notice";
import { Form, useFormAction } from "@/components/ui/fields/form";
import { QrCode } from "@/components/ui/text/qr-code";
import { confirmTotpAction, startTotpAction } from "@/lib/people/two-factor/actions";
import type { Enrolment } from "@/lib/people/two-factor/totp";
import { AppCard } from "./app-card";
import { CodeField } from "./code-field";
import { NewRecoveryCodes } from "./new-recovery-codes";

type SetUpAppProps = {
  /** The name for the recovery codes' file. */
  account: string;
  /** What to show of an app that is on. */
  children: ReactNode;
};

/** From the first click to the recovery codes, which stay while the page around them already says that the app is on. */
export function SetUpApp(props: SetUpAppProps) {
  const [round, setRound] = useState(0);
  return <Round key={round} {...props} onSaved={() => setRound(round + 1)} />;
}

function Round({ account, children, onSaved }: SetUpAppProps & { onSaved: () => void }) {
  const t = useTranslations("twoFactor.app");
  const start = useFormAction(startTotpAction);
  const confirm = useFormAction(confirmTotpAction);
  const [[started], [confirmed]] = [start, confirm];

  if (confirmed.status === "done") {
    return (
      <AppCard isOn>
        <AppTurnedOn codes={confirmed.data.recoveryCodes} account={account} onSaved={onSaved} />
      </AppCard>
    );
  }
  if (children) return children;
  return (
    <AppCard isOn={false}>
      <p className="max-w-text text-muted">{t("offLead")}</p>
      {started.status === "done" && (
        <EnrolmentSteps enrolment={started.data}>
          <Form action={confirm} stepUp={StepUp} submit={t("confirm")}>
            <CodeField state={confirmed} />
          </Form>
        </EnrolmentSteps>
      )}
      <Form
        action={start}
        stepUp={StepUp}
        submit={t(started.status === "done" ? "restart" : "start")}
        button={{ variant: started.status === "done" ? "ghost" : "primary" }}
      />
    </AppCard>
  );
}

/** The steps on the phone, in order; `children` is the form that confirms the app. */
function EnrolmentSteps({ enrolment, children }: { enrolment: Enrolment; children: ReactNode }) {
  const t = useTranslations("twoFactor.app");
  return (
    <ol className="grid gap-6">
      <li className="grid gap-3">
        <h3 className="font-medium">1. {t("scanTitle")}</h3>
        <p className="text-muted">{t("scanLead")}</p>
        <QrCode drawing={enrolment.qr} label={t("qrLabel")} />
        {/* A phone cannot scan its own screen. */}
        <span className="hidden pointer-coarse:block">
          <a href={enrolment.uri} className={buttonClass({})}>
            {t("openApp")}
          </a>
        </span>
        {/* The secret for people who cannot scan, in groups that are easy to read and type. */}
        <div className="grid min-w-0 gap-1.5">
          <p className="text-muted">{t("typed")}</p>
          <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
            <code className="rounded-control bg-sunken px-3 py-2 font-mono text-sm">
              {enrolment.secret.match(/.{4}/g)?.join(" ")}
            </code>
            <CopyButton text={enrolment.secret} label={t("copySecret")} />
          </div>
        </div>
      </li>
      <li className="grid gap-3">
        <h3 className="font-medium">2. {t("proveTitle")}</h3>
        <p className="text-muted">{t("proveLead")}</p>
        {children}
      </li>
    </ol>
  );
}

type AppTurnedOnProps = {
  /** Null for a person who has recovery codes already. */
  codes: string[] | null;
  account: string;
  onSaved: () => void;
};

function AppTurnedOn({ codes, account, onSaved }: AppTurnedOnProps) {
  const t = useTranslations("twoFactor");
  return (
    <div className="grid gap-6">
      <div role="status">
        <Notice kind="success">{t("app.turnedOn")}</Notice>
      </div>
      {codes ? (
        <NewRecoveryCodes codes={codes} account={account} onSaved={onSaved} />
      ) : (
        <Button onClick={onSaved}>{t("recovery.done")}</Button>
      )}
    </div>
  );
}
