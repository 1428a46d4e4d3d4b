import { useTranslations } from "next-intl";
import { ActDialog } from "@/components/operator/act-dialog";
import { type Column, TableCard } from "@/components/ui/lists/table";
import { Badge } from "@/components/ui/text/badge";
import { Moment } from "@/components/ui/text/moment";
import { actOnMessagesAction } from "@/lib/operator/work/actions";
import type { MessageRow } from "@/lib/operator/work/lists";
import { RowBox } from "./row-box";
import { Selection } from "./selection";

const form = "messages-chosen";

type MessageTableProps = { rows: readonly MessageRow[]; mayAct: boolean; kind: string | undefined };

/** Messages that wait or are dead; the chosen ones, or all that are dead, are sent again or deleted. */
export function MessageTable({ rows, mayAct, kind }: MessageTableProps) {
  const t = useTranslations("operator.work");
  const ask = { action: actOnMessagesAction, reason: "staff" } as const;
  const box: Column<MessageRow> = {
    head: t("choose"),
    quiet: true,
    cell: ({ id }) => <RowBox form={form} id={id} label={t("chooseOne", { id })} />,
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
        <Selection form={form}>
          <ActDialog
            {...ask}
            id={form}
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
