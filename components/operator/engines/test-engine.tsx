"use client";

import { useLocale, useTranslations } from "next-intl";
import { DeskStepUp } from "@/components/operator/desk-step-up";
import { Dialog } from "@/components/ui/dialogs/dialog";
import { Form } from "@/components/ui/fields/form";
import { Badge } from "@/components/ui/text/badge";
import { testEngineAction } from "@/lib/operator/engines/actions";
import { formatMilliseconds } from "@/lib/platform/i18n/format";

/** Sends an engine a short request of our own, and says how it went. */
export function TestEngine({ engine }: { engine: string }) {
  const t = useTranslations("operator.engines");
  const locale = useLocale();
  return (
    <Dialog
      title={t("testTitle", { engine })}
      lead={t("testLead")}
      trigger={{ label: t("test"), fullLabel: `${t("test")}: ${engine}`, size: "small" }}
    >
      <Form action={testEngineAction} hidden={{ engine }} stepUp={DeskStepUp} submit={t("test")}>
        {(state) => (
          <>
            {state.status === "done" && (
              <p role="status" className="flex flex-wrap items-center gap-2">
                <Badge kind={state.data.isWell ? "success" : "danger"}>
                  {t(state.data.isWell ? "well" : "failed")}
                </Badge>
                <span className="tabular-nums">{formatMilliseconds(state.data.ms, locale)}</span>
                <span className="wrap-anywhere text-muted text-sm">{state.data.detail}</span>
              </p>
            )}
          </>
        )}
      </Form>
    </Dialog>
  );
}
