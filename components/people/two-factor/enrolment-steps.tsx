import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { buttonClass } from "@/components/ui/buttons/button-class";
import { QrCode } from "@/components/ui/text/qr-code";
import type { Enrolment } from "@/lib/people/two-factor/service";
import { TypedSecret } from "./typed-secret";

/** The steps on the phone, in order; `children` is the form that confirms the app. */
export function EnrolmentSteps({ enrolment, children }: { enrolment: Enrolment; children: ReactNode }) {
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
        <TypedSecret secret={enrolment.secret} />
      </li>
      <li className="grid gap-3">
        <h3 className="font-medium">2. {t("proveTitle")}</h3>
        <p className="text-muted">{t("proveLead")}</p>
        {children}
      </li>
    </ol>
  );
}
