import type { ComponentProps } from "react";

export type RichChoice = { value: string; label: string; hint?: string; disabled?: boolean };

type ChoiceCardProps = RichChoice & Omit<ComponentProps<"input">, "className"> & { type: "checkbox" | "radio" };

/** A choice with a line of explanation; the whole card selects it. */
export function ChoiceCard({ label, hint, ...input }: ChoiceCardProps) {
  return (
    <label className="flex cursor-pointer items-start gap-3 rounded-control border border-line bg-raised px-3 py-2 transition-colors hover:bg-hover has-checked:border-ink has-disabled:cursor-not-allowed has-disabled:opacity-60 pointer-coarse:py-3">
      <input {...input} className="mt-[3px] size-4 shrink-0 accent-ink" />
      <span className="grid min-w-0">
        <span className="font-medium">{label}</span>
        {hint && <span className="text-muted text-sm">{hint}</span>}
      </span>
    </label>
  );
}
