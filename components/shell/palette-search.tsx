"use client";

import { clsx } from "clsx";
import { type UseComboboxProps, useCombobox } from "downshift";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { type KeyboardEvent, useState } from "react";
import { Input } from "@/components/ui/fields/input";
import { fold } from "@/lib/i18n/fold";
import type { Entry } from "./entries";

type StateReducer = NonNullable<UseComboboxProps<Entry>["stateReducer"]>;
type PaletteSearchProps = { entries: readonly Entry[]; onGo: () => void };

// Downshift would handle Escape to close a list that never closes here.
const leaveEscapeToTheDialog = ({ key, nativeEvent }: KeyboardEvent) => {
  if (key === "Escape") Object.assign(nativeEvent, { preventDownshiftDefault: true });
};

// Downshift would select the highlighted item on blur, as when the dialog closes.
const chooseOnPurpose: StateReducer = (state, { type, changes }) =>
  type === useCombobox.stateChangeTypes.InputBlur ? state : changes;

/** A search field with its results: arrows choose, Enter opens. */
export function PaletteSearch({ entries, onGo }: PaletteSearchProps) {
  const t = useTranslations("shell");
  const router = useRouter();
  const [typed, setTyped] = useState("");
  const found = entries.filter(({ label }) => fold(label).includes(fold(typed)));
  const box = useCombobox({
    items: found,
    isOpen: true,
    defaultHighlightedIndex: 0,
    itemToString: (entry) => entry?.label ?? "",
    stateReducer: chooseOnPurpose,
    onInputValueChange: ({ inputValue }) => setTyped(inputValue),
    onSelectedItemChange: ({ selectedItem }) => {
      if (!selectedItem) return;
      onGo();
      router.push(selectedItem.href);
    },
  });

  return (
    <div className="grid gap-3">
      <Input
        {...box.getInputProps({
          autoFocus: true,
          "aria-label": t("searchHint"),
          placeholder: t("searchPlaceholder"),
          onKeyDown: leaveEscapeToTheDialog,
        })}
      />
      <ul {...box.getMenuProps({ "aria-label": t("searchHint") })} className="max-h-80 overflow-y-auto">
        {found.map((entry, index) => (
          <li
            key={entry.href}
            {...box.getItemProps({ item: entry, index })}
            className={clsx(
              "flex min-h-9 cursor-pointer items-center gap-3 rounded-control px-2.5 py-1.5 pointer-coarse:min-h-11",
              index === box.highlightedIndex && "bg-hover",
            )}
          >
            <span className="min-w-0 flex-1 truncate">{entry.label}</span>
            <span className="shrink-0 text-muted text-sm">{entry.group}</span>
          </li>
        ))}
      </ul>
      {found.length === 0 && (
        <p role="status" className="text-muted">
          {t("searchNothing")}
        </p>
      )}
    </div>
  );
}
