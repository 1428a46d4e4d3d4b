import { useTranslations } from "next-intl";
import { ActForm } from "@/components/operator/act-form";
import { FactsCard } from "@/components/operator/facts";
import { Badge } from "@/components/ui/text/badge";
import { Card } from "@/components/ui/text/card";
import { Moment } from "@/components/ui/text/moment";
import { answerDataRequestAction } from "@/lib/people/data-requests/actions";
import type { getDataRequest } from "@/lib/people/data-requests/service";
import { clock } from "@/lib/platform/clock";

type DataRequestFactsProps = { request: Awaited<ReturnType<typeof getDataRequest>> };

/** A person's request about their data, and when it is due. */
export function DataRequestFactsCard({ request }: DataRequestFactsProps) {
  const [t, kinds] = [useTranslations("operator.dataRequests"), useTranslations("account.requests.kinds")];
  const { kind, user, text, createdAt, answerDueAt, doneDueAt, answer, answeredAt, closedAt } = request;
  return (
    <FactsCard
      facts={[
        { label: t("kind"), value: <span className="font-semibold text-lg">{kinds(kind)}</span> },
        { label: t("person"), value: `${user.name} (${user.email})` },
        { label: t("text"), value: <span className="whitespace-pre-wrap">{text}</span> },
        { label: t("created"), value: <Moment time={createdAt} /> },
        { label: t("answerDue"), value: <Due at={answerDueAt} isPending={!answeredAt} /> },
        { label: t("doneDue"), value: <Due at={doneDueAt} isPending={!closedAt} /> },
        { label: t("answer"), value: answer && <span className="whitespace-pre-wrap">{answer}</span> },
        { label: t("answered"), value: answeredAt && <Moment time={answeredAt} /> },
        { label: t("closed"), value: closedAt && <Moment time={closedAt} /> },
      ]}
    />
  );
}

export function AnswerCard({ id }: { id: string }) {
  const t = useTranslations("operator.dataRequests");
  return (
    <Card title={t("write")}>
      <ActForm
        action={answerDataRequestAction}
        hidden={{ id }}
        fields={[
          { name: "text", label: t("answer"), hint: t("answerHint"), kind: "lines" },
          {
            name: "end",
            label: t("end"),
            defaultValue: "open",
            choices: (["open", "closed"] as const).map((value) => ({ value, label: t(`ends.${value}`) })),
          },
        ]}
        submit={t("send")}
      />
    </Card>
  );
}

/** A date that the law sets; `isPending`: what it is for is not done. */
function Due({ at, isPending }: { at: Date; isPending: boolean }) {
  const t = useTranslations("operator.today");
  return (
    <span className="flex flex-wrap items-center gap-2">
      <Moment time={at} />
      {isPending && at < clock.now() && <Badge kind="danger">{t("overdue")}</Badge>}
    </span>
  );
}
