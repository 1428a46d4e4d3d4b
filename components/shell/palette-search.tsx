"use client";

import { useQuery } from "@tanstack/react-query";
import { clsx } from "clsx";
import { type UseComboboxProps, useCombobox } from "downshift";
import type { Route } from "next";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { type KeyboardEvent, useState } from "react";
import { forgetKept } from "@/components/shell/kept";
import { useSettled } from "@/components/shell/use-settled";
import { Input } from "@/components/ui/fields/controls";
import { findQuery } from "@/lib/businesses/find/queries";
import type { Found } from "@/lib/businesses/find/schema";
import { chooseLocaleAction, chooseThemeAction } from "@/lib/platform/i18n/actions";
import { fold } from "@/lib/platform/i18n/fold";
import type { Act, Entry } from "./entries";

type Item = { key?: string; label: string; detail?: string; group: string; href?: Route; act?: Act };
type StateReducer = NonNullable<UseComboboxProps<Item>["stateReducer"]>;
type PaletteSearchProps = { business?: string; entries: readonly Entry[]; onGo: () => void };

// Downshift would handle Escape to close a list that never closes here.
const leaveEscapeToTheDialog = ({ key, nativeEvent }: KeyboardEvent) => {
  if (key === "Escape") (nativeEvent as { preventDownshiftDefault?: boolean }).preventDownshiftDefault = true;
};

// Downshift would select the highlighted item on blur, as when the dialog closes.
const chooseOnPurpose: StateReducer = (state, { type, changes }) =>
  type === useCombobox.stateChangeTypes.InputBlur ? state : changes;

const never = { enabled: false };

/** Without the secret part of an API key. */
const withoutSecret = (typed: string) => typed.trim().replace(/^vang_(live|test)_[0-9A-Za-z]{8,}(?=.{4}$)/, "…");

/** A search field for pages, actions, and whatever the business has under an id, code or name. */
export function PaletteSearch({ business, entries, onGo }: PaletteSearchProps) {
  const t = useTranslations("shell");
  const router = useRouter();
  const [typed, setTyped] = useState("");
  const settled = useSettled(withoutSecret(typed));
  const { data: found = [], isFetching } = useQuery({ ...findQuery(business ?? "", settled), ...(!business && never) });
  const words = fold(typed).split(/\s+/);
  const known = entries.filter((entry) => {
    const text = fold(`${entry.label} ${entry.words ?? ""}`);
    return words.every((word) => text.includes(word));
  });
  const items: Item[] = [...found.map((one) => ({ ...itemOf(one), group: t(`found.${one.kind}`) })), ...known];
  const text = typed.trim();
  if (business && text.length >= 2 && settled === text && !isFetching)
    items.push({
      key: "history",
      label: t("searchHistory", { text }),
      group: t("history"),
      href: `/console/${business}/history?${new URLSearchParams({ q: text })}` as Route,
    });
  const box = useCombobox({
    items,
    isOpen: true,
    defaultHighlightedIndex: 0,
    itemToString: (item) => item?.label ?? "",
    stateReducer: chooseOnPurpose,
    onSelectedItemChange: async ({ selectedItem }) => {
      if (!selectedItem) return;
      onGo();
      if (selectedItem.href) router.push(selectedItem.href);
      if (selectedItem.act) await runAct(selectedItem.act);
    },
  });

  return (
    <div className="grid gap-3">
      <Input
        {...box.getInputProps({
          autoFocus: true,
          "aria-label": t("searchHint"),
          placeholder: t("searchPlaceholder"),
          // Not `onInputValueChange`, which comes a moment later: Enter would choose from the list before it.
          onChange: ({ currentTarget }) => setTyped(currentTarget.value),
          onKeyDown: leaveEscapeToTheDialog,
          maxLength: 200,
          spellCheck: false,
        })}
      />
      <ul {...box.getMenuProps({ "aria-label": t("searchHint") })} className="h-80 overflow-y-auto">
        {items.map((item, index) => (
          <li
            key={item.key ?? item.href}
            {...box.getItemProps({ item, index })}
            className={clsx(
              "flex min-h-9 cursor-pointer items-center gap-3 rounded-control px-2.5 py-1.5 pointer-coarse:min-h-11",
              index === box.highlightedIndex && "bg-hover",
            )}
          >
            <span className="min-w-0 flex-1 truncate">
              {item.label}
              {item.detail && <span className="ml-2 text-muted text-sm">{item.detail}</span>}
            </span>
            <span className="shrink-0 text-muted text-sm">{item.group}</span>
          </li>
        ))}
      </ul>
      <p role="status" className="sr-only">
        {items.length === 0 && !isFetching && t("searchNothing")}
      </p>
    </div>
  );
}

const itemOf = ({ kind, label, detail, path }: Found) => ({
  key: `${kind} ${path} ${label}`,
  label,
  detail,
  href: path as Route,
});

async function runAct(act: Act): Promise<void> {
  if (act.name === "signOut") {
    forgetKept();
    const form = document.createElement("form");
    form.method = "post";
    form.action = "/sign-out";
    document.body.append(form);
    form.requestSubmit();
    return;
  }
  const form = new FormData();
  form.set(act.name, act.value);
  await (act.name === "theme" ? chooseThemeAction(form) : chooseLocaleAction(form));
}
