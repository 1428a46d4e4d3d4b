"use client";

import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import { DeskStepUp } from "@/components/operator/desk-step-up";
import { Notice } from "@/components/ui/feedback/notice";
import { Textarea } from "@/components/ui/fields/controls";
import { FileField } from "@/components/ui/fields/file-field";
import { Form, FormMessage, SubmitButton, useFormAction } from "@/components/ui/fields/form";
import { type Column, TableCard } from "@/components/ui/lists/table";
import { Badge } from "@/components/ui/text/badge";
import { Card } from "@/components/ui/text/card";
import { Link } from "@/components/ui/text/link";
import { Money } from "@/components/ui/text/money";
import { bookFileAction } from "@/lib/operator/adjustments/actions";
import type { BulkLine, BulkResult } from "@/lib/operator/adjustments/schema";
import { withQuery } from "@/lib/platform/with-query";

/** Credits from a CSV file: checked line by line, then booked all together or not at all. */
export function BulkForm({ columns, example }: { columns: string; example: string }) {
  const t = useTranslations("operator.adjustments");
  const id = useId();
  const [state, send, isSending] = useFormAction(bookFileAction);
  const [lines, setLines] = useState("");
  const [checked, setChecked] = useState<string>();
  const sendLines = (form: FormData) => {
    setChecked(lines);
    send(form);
  };
  const result = state.status === "done" && checked === lines ? state.data : null;
  const mayBook = result !== null && result.wrong === 0 && result.batchId === null;
  return (
    <div className="grid min-w-0 gap-6">
      <Card>
        <Form action={[state, sendLines, isSending]} stepUp={DeskStepUp} hidden={{ mode: mayBook ? "book" : "check" }}>
          <FileField
            label={t("file")}
            accept=".csv,text/csv,text/plain"
            onChoose={async (file) => setLines(await file.text())}
          />
          <div className="grid gap-1.5">
            <label htmlFor={`${id}-lines`} className="font-medium">
              {t("lines")}
            </label>
            <Textarea
              id={`${id}-lines`}
              name="lines"
              rows={8}
              spellCheck={false}
              placeholder={example}
              value={lines}
              onChange={({ target }) => setLines(target.value)}
              aria-describedby={`${id}-hint`}
            />
            <p id={`${id}-hint`} className="text-muted text-sm">
              {t("linesHint", { columns })}
            </p>
          </div>
          <FormMessage state={state} />
          <div className="flex justify-end">
            <SubmitButton>{mayBook ? t("book", { count: result.lines.length }) : t("check")}</SubmitButton>
          </div>
        </Form>
      </Card>
      <div role="status" className="grid min-w-0 gap-4 empty:hidden">
        {result && <BulkOutcome result={result} />}
      </div>
    </div>
  );
}

function BulkOutcome({ result }: { result: BulkResult }) {
  const t = useTranslations("operator.adjustments");
  const { lines, wrong, totalMilli, needsApproval, batchId } = result;
  const columns: Column<BulkLine>[] = [
    { head: t("line"), numeric: true, cell: ({ line }) => line },
    {
      head: t("business"),
      lead: true,
      cell: ({ business }) => <span className="wrap-anywhere font-medium">{business}</span>,
    },
    { head: t("kind"), cell: ({ kind }) => kind },
    { head: t("amount"), numeric: true, cell: ({ amount }) => amount },
    { head: t("reference"), spare: true, cell: ({ reference }) => reference },
    {
      head: t("result"),
      cell: ({ error }) =>
        error ? (
          <span className="grid gap-0.5">
            <Badge kind="danger">{t("wrong")}</Badge>
            <span className="text-sm">{error}</span>
          </span>
        ) : (
          <Badge kind="success">{t("right")}</Badge>
        ),
    },
  ];
  return (
    <>
      {batchId ? (
        <Notice kind="success">
          {t(needsApproval ? "fileWaits" : "fileBooked", { count: lines.length })}{" "}
          <Link href={withQuery("/operator/adjustments", { batch: batchId })} className="underline underline-offset-2">
            {t("showFile")}
          </Link>
        </Notice>
      ) : wrong > 0 ? (
        <Notice kind="danger">{t("fileWrong", { count: wrong })}</Notice>
      ) : (
        <Notice>
          {t("fileRight", { count: lines.length })} <Money amountMilli={BigInt(totalMilli)} />.{" "}
          {needsApproval && t("fileNeedsApproval")}
        </Notice>
      )}
      <TableCard caption={t("lines")} columns={columns} rows={lines} rowKey={({ line }) => String(line)} />
    </>
  );
}
