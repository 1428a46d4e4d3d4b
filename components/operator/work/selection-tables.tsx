import { useTranslations } from "next-intl";
import { ActDialog } from "@/components/operator/act-form";
import { type Column, TableCard } from "@/components/ui/lists/table";
import { Badge } from "@/components/ui/text/badge";
import { Moment } from "@/components/ui/text/moment";
import { actOnMessagesAction, replayResultsAction } from "@/lib/operator/work/actions";
import type { DeadLetterRow, MessageRow } from "@/lib/operator/work/work";
import { Selection } from "./selection";

const messagesForm = "messages-chosen";

type MessageTableProps = { rows: readonly MessageRow[]; mayAct: boolean; kind: string | undefined };

/** Messages that wait or are dead; the chosen ones, or all that are dead, are sent again or deleted. */
export function MessageTable({ rows, mayAct, kind }: MessageTableProps) {
  const t = useTranslations("operator.work");
  const ask = { action: actOnMessagesAction, reason: "staff" } as const;
  const box: Column<MessageRow> = {
    head: t("choose"),
    quiet: true,
    cell: ({ id }) => <RowBox form={messagesForm} id={id} label={t("chooseOne", { id })} />,
  };
  const columns: Column<MessageRow>[] = [
    {
      head: t("message"),
      cell: ({ id, recipient }) => (
        <span className="grid min-w-0">
          <span className="wrap-anywhere">{recipient || "–"}</span>
          <span className="break-all font-mono text-muted text-xs">{id}</span>
        </span>
      ),
    },
    { head: t("kind"), cell: (row) => <span className="font-mono text-sm">{row.kind}</span> },
    {
      head: t("status"),
      cell: ({ state }) => <Badge kind={state === "dead" ? "danger" : "neutral"}>{t(`messageStates.${state}`)}</Badge>,
    },
    {
      head: t("reason"),
      cell: ({ reason, attempts }) => (
        <span className="wrap-anywhere text-sm">
          {[reason, t("attemptCount", { attempts })].filter(Boolean).join(" · ")}
        </span>
      ),
    },
    { head: t("time"), cell: ({ at }) => <Moment time={at} /> },
  ];
  return (
    <div className="grid min-w-0 gap-4">
      {mayAct && (
        <Selection form={messagesForm}>
          <ActDialog
            {...ask}
            id={messagesForm}
            title={t("chosenTitle")}
            trigger={{ label: t("chosen"), size: "small" }}
            fields={[
              {
                name: "act",
                label: t("act"),
                choices: (["retry", "drop"] as const).map((value) => ({ value, label: t(`messageActs.${value}`) })),
              },
            ]}
            submit={t("do")}
          />
          <ActDialog
            {...ask}
            title={kind ? t("retryDeadOf", { kind }) : t("retryDead")}
            trigger={{ label: t("retryDead"), size: "small" }}
            hidden={{ all: "1", act: "retry", ...(kind && { kind }) }}
            submit={t("messageActs.retry")}
          />
        </Selection>
      )}
      <TableCard
        caption={t("tabs.outbox")}
        columns={mayAct ? [box, ...columns] : columns}
        rows={rows}
        rowKey={({ id }) => id}
      />
    </div>
  );
}

const replayForm = "replay-chosen";

type DeadLetterTableProps = { rows: readonly DeadLetterRow[]; mayAct: boolean };

/** Results that could not be recorded, with their reasons; one, the chosen or all are recorded again. */
export function DeadLetterTable({ rows, mayAct }: DeadLetterTableProps) {
  const t = useTranslations("operator.work");
  const replay = { action: replayResultsAction, reason: "staff", submit: t("replay") } as const;
  const box: Column<DeadLetterRow> = {
    head: t("choose"),
    quiet: true,
    cell: ({ key }) => <RowBox form={replayForm} id={key} label={t("chooseOne", { id: key })} />,
  };
  const columns: Column<DeadLetterRow>[] = [
    {
      head: t("result"),
      cell: ({ key, topic }) => (
        <span className="grid min-w-0">
          <span className="break-all font-mono text-sm">{key}</span>
          <span className="text-muted text-sm">{topic}</span>
        </span>
      ),
    },
    { head: t("reason"), cell: ({ reason }) => <span className="wrap-anywhere text-sm">{reason ?? "–"}</span> },
    { head: t("attempts"), numeric: true, cell: ({ attempts }) => attempts },
    { head: t("failedAt"), cell: ({ failedAt }) => <Moment time={failedAt} /> },
  ];
  const acts: Column<DeadLetterRow> = {
    head: t("acts"),
    quiet: true,
    cell: ({ key }) => (
      <ActDialog
        {...replay}
        title={t("replayOne")}
        lead={key}
        trigger={{ label: t("replay"), fullLabel: `${t("replay")}: ${key}`, size: "small" }}
        hidden={{ "ids[]": key }}
      />
    ),
  };
  return (
    <div className="grid min-w-0 gap-4">
      {mayAct && (
        <Selection form={replayForm}>
          <ActDialog
            {...replay}
            id={replayForm}
            title={t("replayChosenTitle")}
            trigger={{ label: t("replayChosen"), size: "small" }}
          />
          <ActDialog
            {...replay}
            title={t("replayAllTitle")}
            lead={t("replayAllLead")}
            trigger={{ label: t("replayAll"), size: "small" }}
            hidden={{ all: "1" }}
          />
        </Selection>
      )}
      <TableCard
        caption={t("tabs.dead-letters")}
        columns={mayAct ? [box, ...columns, acts] : columns}
        rows={rows}
        rowKey={({ sequence }) => String(sequence)}
      />
    </div>
  );
}

/** The box that chooses a row for the form with this ID. */
const RowBox = ({ form, id, label }: { form: string; id: string; label: string }) => (
  <span className="folded:absolute folded:top-3 folded:right-4">
    <input
      type="checkbox"
      form={form}
      name="ids[]"
      value={id}
      aria-label={label}
      className="relative z-1 size-4 accent-accent-fill pointer-coarse:size-6"
    />
  </span>
);
