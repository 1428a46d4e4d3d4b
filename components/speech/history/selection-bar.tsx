"use client";

import { Download, Trash2, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { Button } from "@/components/ui/buttons/button";
import { buttonClass } from "@/components/ui/buttons/button-class";
import { Dialog } from "@/components/ui/dialogs/dialog";
import { selectionPath } from "@/lib/speech/history/path";
import { EraseSelectedForm } from "./erase-selected-form";
import { selectedIds } from "./selection";

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
          <EraseSelectedForm {...{ business, ids }} />
        </Dialog>
      )}
      <Button size="small" variant="ghost" icon={<X aria-hidden />} onClick={clear}>
        {t("clear")}
      </Button>
    </section>
  );
}
