"use client";

import { useTranslations } from "next-intl";
import { Notice } from "@/components/ui/feedback/notice";
import { Form, useFormAction } from "@/components/ui/fields/form";
import { Badge, type BadgeKind } from "@/components/ui/text/badge";
import { runDrillAction } from "@/lib/webhooks/checks/actions";
import type { DrillReport, DrillResult } from "@/lib/webhooks/checks/schema";

/** Checks an endpoint's receiver, and shows what to fix. */
export function DrillForm({ business, endpointId }: { business: string; endpointId: string }) {
  const t = useTranslations("webhooks.drills");
  const run = useFormAction(runDrillAction);
  const [state] = run;
  const isDone = state.status === "done";
  return (
    <div className="grid min-w-0 gap-5">
      <Form
        action={run}
        hidden={{ business, endpointId }}
        submit={t(isDone ? "again" : "run")}
        button={{ variant: "secondary" }}
      >
        <p className="max-w-text text-muted">{t("lead")}</p>
      </Form>
      <div role="status" className="empty:hidden">
        {isDone && <DrillReportView report={state.data} />}
      </div>
    </div>
  );
}

function DrillReportView({ report: { results, passed, total } }: { report: DrillReport }) {
  const t = useTranslations("webhooks.drills");
  const isPerfect = passed === total;
  return (
    <section aria-label={t("results")} className="grid min-w-0 gap-3">
      <Notice kind={isPerfect ? "success" : "warning"}>
        {t("grade", { passed, total })}
        {isPerfect && <>. {t("perfect")}</>}
      </Notice>
      <ul className="grid min-w-0 divide-y divide-line">
        {results.map((result) => (
          <Result key={result.check} result={result} />
        ))}
      </ul>
    </section>
  );
}

const kinds: Record<DrillResult["outcome"], BadgeKind> = { passed: "success", failed: "danger", skipped: "neutral" };

function Result({ result: { check, outcome, statusCode, error, durationMs } }: { result: DrillResult }) {
  const t = useTranslations("webhooks.drills");
  const say = useTranslations("webhooks.errors");
  return (
    <li className="grid min-w-0 gap-1 py-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="font-medium">{t(`checks.${check}.title`)}</h3>
        <Badge kind={kinds[outcome]}>{t(`outcomes.${outcome}`)}</Badge>
      </div>
      <p className="max-w-text text-muted">{t(`checks.${check}.sent`)}</p>
      {durationMs !== null && (
        <p className="font-mono text-sm tabular-nums">
          {t("response", { status: statusCode ?? t("noResponse"), duration: durationMs })}
        </p>
      )}
      {outcome === "failed" && (
        <>
          {error && statusCode === null && <p className="text-sm">{say(error, { status: "" })}</p>}
          <p className="max-w-text">
            <span className="font-medium">{t("fix")}:</span> {t(`checks.${check}.fix`)}
          </p>
        </>
      )}
    </li>
  );
}
