import { type ComponentProps, useId } from "react";

type SwitchProps = Omit<ComponentProps<"input">, "className" | "type" | "role"> & { label: string; hint?: string };

export function Switch({ label, hint, ...rest }: SwitchProps) {
  const hintId = useId();
  return (
    <label className="flex cursor-pointer items-center justify-between gap-4 has-disabled:cursor-not-allowed has-disabled:opacity-60 pointer-coarse:min-h-11">
      <span className="grid">
        <span className="font-medium">{label}</span>
        {hint && (
          <span id={hintId} className="text-muted text-sm">
            {hint}
          </span>
        )}
      </span>
      <input
        {...rest}
        type="checkbox"
        // biome-ignore lint/a11y/useAriaPropsForRole: a checkbox says by itself whether it is checked
        role="switch"
        aria-describedby={hint && hintId}
        className="relative h-5 w-9 shrink-0 cursor-[inherit] appearance-none rounded-full border border-edge bg-sunken transition-colors before:absolute before:top-0.5 before:left-0.5 before:size-3.5 before:rounded-full before:bg-edge before:transition-transform checked:border-ink checked:bg-ink checked:before:translate-x-4 checked:before:bg-ground"
      />
    </label>
  );
}
