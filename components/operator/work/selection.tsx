"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";

type SelectionProps = {
  /** The boxes of a table, each named `ids[]`, and the form that they belong to. */
  form: string;
  children: ReactNode;
};

/** A box that chooses every row, beside the acts on those that are chosen. */
export function Selection({ form, children }: SelectionProps) {
  const t = useTranslations("operator.work");
  const [isAll, setAll] = useState(false);
  const choose = (checked: boolean) => {
    setAll(checked);
    for (const box of document.querySelectorAll<HTMLInputElement>(`input[form="${form}"][name="ids[]"]`))
      box.checked = checked;
  };
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <label className="inline-flex cursor-pointer items-center gap-2 text-sm pointer-coarse:min-h-11">
        <input
          type="checkbox"
          className="size-4 accent-accent-fill"
          checked={isAll}
          onChange={({ target }) => choose(target.checked)}
        />
        {t("chooseAll")}
      </label>
      {children}
    </div>
  );
}
