"use client";

import { Download } from "lucide-react";
import { useTranslations } from "next-intl";
import { StepUp } from "@/components/people/account/step-up";
import { buttonClass } from "@/components/ui/buttons/button-class";
import { DialogActions } from "@/components/ui/dialogs/dialog-actions";
import { Form } from "@/components/ui/fields/form";
import { selectionPath } from "@/lib/speech/history/path";
import { eraseSelectedAction } from "@/lib/speech/retention/actions";

/** Erases the content of several jobs, then offers the file of their receipts. */
export function EraseSelectedForm({ business, ids }: { business: string; ids: readonly string[] }) {
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
