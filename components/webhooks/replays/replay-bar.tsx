"use client";

import { RotateCw } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { FormMessage, FormNotice, SubmitButton, useFormAction } from "@/components/ui/fields/form";
import { createReplayAction } from "@/lib/webhooks/replays/actions";

type ReplayBarProps = {
  business: string;
  endpointId: string;
  /** The form's id: the boxes of the table belong to it. */
  form: string;
  children?: ReactNode;
};

const boxesOf = (form: HTMLFormElement | null) =>
  [...(form?.elements ?? [])].filter(
    (element): element is HTMLInputElement =>
      element instanceof HTMLInputElement && element.name === "ids[]" && !element.disabled,
  );

/** Replays the deliveries whose boxes are checked. Without scripts every box is checked by hand. */
export function ReplayBar({ business, endpointId, form: id, children }: ReplayBarProps) {
  const t = useTranslations("webhooks.replay");
  const [state, replay] = useFormAction(createReplayAction);
  const form = useRef<HTMLFormElement>(null);
  const [chosen, setChosen] = useState(0);

  useEffect(() => {
    const count = () => setChosen(boxesOf(form.current).filter(({ checked }) => checked).length);
    const change = ({ target }: Event) => {
      if (target instanceof HTMLInputElement && target.name === "ids[]") count();
    };
    count();
    document.addEventListener("change", change);
    // Browsers send `reset` before they clear the boxes.
    const reset = () => setTimeout(count);
    form.current?.addEventListener("reset", reset);
    const element = form.current;
    return () => {
      document.removeEventListener("change", change);
      element?.removeEventListener("reset", reset);
    };
  }, []);

  const chooseAll = (checked: boolean) => {
    const boxes = boxesOf(form.current);
    for (const box of boxes) box.checked = checked;
    setChosen(checked ? boxes.length : 0);
  };

  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <label className="inline-flex cursor-pointer items-center gap-2 text-sm pointer-coarse:min-h-11">
          <input
            type="checkbox"
            className="size-4 accent-ink"
            checked={chosen > 0}
            onChange={({ target }) => chooseAll(target.checked)}
          />
          {t("chooseAll")}
        </label>
        <form ref={form} id={id} action={replay} className="contents">
          <input type="hidden" name="business" value={business} />
          <input type="hidden" name="endpointId" value={endpointId} />
          <input type="hidden" name="which" value="chosen" />
          <SubmitButton size="small" variant="secondary" icon={<RotateCw aria-hidden />}>
            {chosen > 0 ? t("chosenCount", { count: chosen }) : t("chosen")}
          </SubmitButton>
        </form>
        {children}
      </div>
      <FormMessage state={state} />
      <FormNotice state={state}>{t("started")}</FormNotice>
    </div>
  );
}
