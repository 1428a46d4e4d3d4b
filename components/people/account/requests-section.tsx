"use client";

import { useLocale, useTimeZone, useTranslations } from "next-intl";
import { SelectField, TextareaField } from "@/components/ui/fields/field";
import { Form } from "@/components/ui/fields/form";
import { Badge } from "@/components/ui/text/badge";
import { Card } from "@/components/ui/text/card";
import { createDataRequestAction } from "@/lib/people/data-requests/actions";
import type { DataRequestView } from "@/lib/people/data-requests/service";
import { formatTime } from "@/lib/platform/i18n/format";

type RequestsSectionProps = {
  requests: readonly DataRequestView[];
  /** Handed over, since their schema would bring its library to the page. */
  kinds: readonly DataRequestView["kind"][];
};

/** What the person asked about their data, with the dates until which they get a response, and a form to ask. */
export function RequestsSection({ requests, kinds }: RequestsSectionProps) {
  const t = useTranslations("account.requests");
  return (
    <Card title={t("title")}>
      <div className="grid gap-6">
        <p className="max-w-text text-muted">{t("lead")}</p>
        {requests.length > 0 && (
          <ol className="divide-y divide-line">
            {requests.map((request) => (
              <RequestLine key={request.id} request={request} />
            ))}
          </ol>
        )}
        <Form action={createDataRequestAction} submit={t("send")} button={{ variant: "secondary" }} notice={t("sent")}>
          {(state) => (
            <>
              <SelectField
                name="kind"
                label={t("kind")}
                choices={kinds.map((value) => ({ value, label: t(`kinds.${value}`) }))}
                state={state}
              />
              <TextareaField
                name="text"
                label={t("text")}
                hint={t("textHint")}
                rows={3}
                maxLength={2000}
                state={state}
                required
              />
            </>
          )}
        </Form>
      </div>
    </Card>
  );
}

function RequestLine({ request }: { request: DataRequestView }) {
  const t = useTranslations("account.requests");
  const [locale, timeZone] = [useLocale(), useTimeZone()];
  const { kind, text, createdAt, answer, answeredAt, closedAt, answerDueAt, doneDueAt } = request;
  const time = (at: Date) => formatTime(at, locale, timeZone);
  return (
    <li className="grid gap-2 py-3 first:pt-0 last:pb-0">
      <p className="flex flex-wrap items-center gap-2">
        <span className="font-medium">{t(`kinds.${kind}`)}</span>
        <Badge kind={closedAt ? "success" : "info"}>{t(closedAt ? "closed" : "open")}</Badge>
      </p>
      <p className="max-w-text whitespace-pre-wrap wrap-anywhere">{text}</p>
      <p className="text-muted text-sm">
        {t("asked", { time: time(createdAt) })}
        {!closedAt && ` ${t(answeredAt ? "dueDone" : "due", { answer: time(answerDueAt), done: time(doneDueAt) })}`}
      </p>
      {answer && answeredAt && (
        <div className="grid gap-1 rounded-control bg-sunken px-3 py-2">
          <p className="text-muted text-sm">{t("answered", { time: time(answeredAt) })}</p>
          <p className="max-w-text whitespace-pre-wrap wrap-anywhere">{answer}</p>
        </div>
      )}
    </li>
  );
}
