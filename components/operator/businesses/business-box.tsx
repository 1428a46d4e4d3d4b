"use client";

import { useQuery } from "@tanstack/react-query";
import { clsx } from "clsx";
import { type UseComboboxProps, useCombobox } from "downshift";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { useSettled } from "@/components/shell/use-settled";
import { keepBeside } from "@/components/ui/dialogs/keep-beside";
import { Input } from "@/components/ui/fields/controls";
import { FieldFrame } from "@/components/ui/fields/field";
import { Badge } from "@/components/ui/text/badge";
import type { OfferedBusiness } from "@/lib/operator/businesses/schema";
import type { ActionState } from "@/lib/platform/form";
import { shortenSecrets } from "@/lib/platform/text";

export type BusinessBoxProps = {
  name: string;
  label: string;
  hint?: string;
  state?: ActionState<unknown>;
  /** The one that is picked at first. */
  picked?: OfferedBusiness | null;
  /** Typed before, without having picked one. */
  typed?: string;
  /** Called in place of putting its id into the form, which then gets what was typed. */
  onPick?: (business: OfferedBusiness) => void;
};

type StateReducer = NonNullable<UseComboboxProps<OfferedBusiness>["stateReducer"]>;

// Downshift would pick the highlighted business when the field is left.
const pickOnPurpose: StateReducer = (state, { type, changes }) =>
  type === useCombobox.stateChangeTypes.InputBlur
    ? { ...state, isOpen: false, highlightedIndex: -1 }
    : { ...state, ...changes };

async function fetchOffered(typed: string, signal: AbortSignal): Promise<OfferedBusiness[]> {
  const response = await fetch(`/operator/businesses/offered?${new URLSearchParams({ q: typed })}`, { signal });
  if (!response.ok) throw new Error(`offered businesses: status ${response.status}`);
  return ((await response.json()) as { businesses: OfferedBusiness[] }).businesses;
}

/**
 * A field that asks for a business and offers those that match, by name, slug, id, tax code, email or key. The form gets
 * the id of the one that was picked, or else what was typed.
 */
export function BusinessBox({
  name,
  label,
  hint,
  state,
  picked: first = null,
  typed: before = "",
  onPick,
}: BusinessBoxProps) {
  const t = useTranslations("operator.picker");
  const [picked, setPicked] = useState(first);
  const [typed, setTyped] = useState(first?.name ?? before);
  const settled = useSettled(typed.trim());
  const [isOpen, setOpen] = useState(false);
  const { data, isFetching } = useQuery({
    queryKey: ["offered-businesses", settled],
    queryFn: ({ signal }) => fetchOffered(settled, signal),
    enabled: isOpen,
    retry: false,
    staleTime: 10_000,
  });
  // What matches an earlier text must not be there to be picked by Enter.
  const offered = (settled === typed.trim() && data) || [];
  const box = useCombobox({
    items: offered,
    isOpen,
    inputValue: typed,
    selectedItem: picked,
    // On its own the field searches the list, for which Enter must stay free.
    defaultHighlightedIndex: onPick ? -1 : 0,
    itemToString: (business) => business?.name ?? "",
    itemToKey: (business) => business?.id,
    stateReducer: pickOnPurpose,
    onIsOpenChange: (change) => setOpen(change.isOpen),
    onSelectedItemChange: ({ selectedItem }) => {
      setPicked(selectedItem);
      setTyped(selectedItem?.name ?? "");
      if (selectedItem) onPick?.(selectedItem);
    },
  });
  const anchor = useRef<HTMLSpanElement>(null);
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const [field, popover] = [anchor.current, list.current];
    if (!isOpen || !field || !popover) return;
    popover.style.width = `${field.offsetWidth}px`;
    popover.showPopover();
    const release = keepBeside(field, popover, "bottom-start");
    return () => {
      release();
      popover.hidePopover();
    };
  }, [isOpen]);
  const isNothing = isOpen && !isFetching && settled === typed.trim() && offered.length === 0;

  return (
    <FieldFrame
      label={label}
      name={name}
      hint={picked && !onPick ? picked.slug : hint}
      state={state}
      control={({ defaultValue, ...wiring }) => (
        <span ref={anchor} className="relative block [anchor-name:--business] [anchor-scope:--business]">
          {picked && !onPick && <input type="hidden" name={name} value={picked.id} />}
          <Input
            {...box.getInputProps({
              ...wiring,
              type: "search",
              name: picked && !onPick ? undefined : name,
              "aria-labelledby": undefined,
              maxLength: 200,
              spellCheck: false,
              // Not `onInputValueChange`, which comes a moment later: the caret would jump to the end.
              onChange: ({ currentTarget }) => {
                setTyped(shortenSecrets(currentTarget.value));
                setPicked(null);
              },
              onKeyDown: (event) => {
                // Escape closes the list first, and only then the dialog that the field is in.
                if (event.key === "Escape" && isOpen) event.preventDefault();
                // Downshift would keep Enter from sending the form.
                if (event.key === "Enter" && onPick && box.highlightedIndex < 0)
                  (event.nativeEvent as { preventDownshiftDefault?: boolean }).preventDownshiftDefault = true;
              },
            })}
          />
          <div
            ref={list}
            popover="manual"
            className={clsx(
              "max-h-72 overflow-y-auto rounded-card border border-line bg-raised p-1 text-ink shadow-float",
              "[position-area:block-end_span-inline-end] [position-try-fallbacks:flip-block]",
              "anchored:inset-auto anchored:my-1 anchored:[position-anchor:--business]",
            )}
          >
            <ul {...box.getMenuProps({ "aria-label": t("list"), "aria-labelledby": undefined })}>
              {offered.map((business, index) => (
                <li
                  key={business.id}
                  {...box.getItemProps({ item: business, index })}
                  className={clsx(
                    "flex min-h-9 cursor-pointer items-center justify-between gap-3 rounded-control px-2.5 py-1.5 pointer-coarse:min-h-11",
                    index === box.highlightedIndex && "bg-hover",
                  )}
                >
                  <span className="grid min-w-0">
                    <span className="truncate">{business.name}</span>
                    <span className="truncate text-muted text-sm">{business.slug}</span>
                  </span>
                  {business.isSuspended && <Badge kind="danger">{t("suspended")}</Badge>}
                </li>
              ))}
            </ul>
            <p role="status" className={clsx("px-2.5 py-1.5 text-muted text-sm", !isNothing && "sr-only")}>
              {isNothing ? t("nothing") : isOpen && t("found", { count: offered.length })}
            </p>
          </div>
        </span>
      )}
    />
  );
}
