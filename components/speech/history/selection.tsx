"use client";

import { Download, Trash2, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { StepUp } from "@/components/people/account/step-up";
import { Button, buttonClass } from "@/components/ui/buttons/button";
import { Dialog, DialogActions } from "@/components/ui/dialogs/dialog";
import { Form } from "@/components/ui/fields/form";
import { selectionPath } from "@/lib/speech/path";
import { eraseSelectedAction } from "@/lib/speech/retention/actions";

/** The checkboxes of the list. They hold the selection themselves, so that choosing one renders no line again. */
const boxes = () => [...document.querySelectorAll<HTMLInputElement>("input[data-select]")];

const selectedIds = (): string[] =>
  boxes().flatMap(({ checked, dataset }) => (checked && dataset.select ? [dataset.select] : []));

export function SelectAll() {
  const t = useTranslations("history.selection");
  return (
    <input
      type="checkbox"
      aria-label={t("all")}
      autoComplete="off"
      className="relative z-1 block size-4 accent-ink pointer-coarse:size-5"
      onChange={({ currentTarget }) => {
        for (const box of boxes()) box.checked = currentTarget.checked;
      }}
    />
  );
}

type SelectionBarProps = { business: string; canErase: boolean };

/** What can be done with the selected jobs, while there are any. */
export function SelectionBar({ business, canErase }: SelectionBarProps) {
  const t = useTranslations("history.selection");
  const [ids, setIds] = useState<string[]>([]);
  useEffect(() => {
    const read = () => setIds(selectedIds());
    read();
    document.addEventListener("change", read);
    return () => document.removeEventListener("change", read);
  }, []);
  if (ids.length === 0) return null;

  function clear() {
    for (const box of document.querySelectorAll<HTMLInputElement>("table input[type=checkbox]")) box.checked = false;
    setIds([]);
  }
  return (
    <section
      aria-label={t("title")}
      className="sticky bottom-4 z-10 flex flex-wrap items-center gap-2 rounded-card border border-line bg-raised py-2 pr-2 pl-4 shadow-float"
    >
      <output className="mr-auto font-medium tabular-nums">{t("count", { count: ids.length })}</output>
      <a href={selectionPath(business, "requests.zip", ids)} download className={buttonClass({ size: "small" })}>
        <Download aria-hidden />
        {t("download")}
      </a>
      {canErase && (
        <Dialog
          title={t("eraseTitle", { count: ids.length })}
          trigger={{ label: t("erase"), icon: <Trash2 aria-hidden />, size: "small" }}
        >
          <EraseSelectedForm business={business} ids={ids} />
        </Dialog>
      )}
      <Button size="small" variant="ghost" icon={<X aria-hidden />} onClick={clear}>
        {t("clear")}
      </Button>
    </section>
  );
}

/** Erases the content of several jobs, then offers the file of their receipts. */
function EraseSelectedForm({ business, ids }: { business: string; ids: readonly string[] }) {
  const t = useTranslations("history");
  return (
    <Form
      action={eraseSelectedAction}
      stepUp={StepUp}
      hidden={{ business }}
      result={({ erased, failed }) => (
        <div className="grid gap-5">
          <p role="status">
            {t("selection.erased", { count: erased.length })}
            {failed > 0 && ` ${t("selection.notErased", { count: failed })}`}
          </p>
          <DialogActions cancel={t("close")}>
            {erased.length > 0 && (
              <a href={selectionPath(business, "receipts.json", erased)} download className={buttonClass({})}>
                <Download aria-hidden />
                {t("receipt")}
              </a>
            )}
          </DialogActions>
        </div>
      )}
      cancel={t("cancel")}
      submit={t("eraseNow")}
      button={{ variant: "danger" }}
    >
      {ids.map((id) => (
        <input key={id} type="hidden" name="trackingIds[]" value={id} />
      ))}
      <p className="text-muted">{t("selection.eraseLead", { count: ids.length })}</p>
    </Form>
  );
}
