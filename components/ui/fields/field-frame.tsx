import { type ReactNode, useId } from "react";
import type { ActionState } from "@/lib/platform/form";
import { FieldError } from "./field-error";

export type FieldProps = {
  label: string;
  name: string;
  hint?: ReactNode;
  state?: ActionState<unknown>;
  /** Shown until an error returns the typed value. */
  defaultValue?: string;
};

/** The attributes that name, describe and fill a control. */
export type Wiring = {
  id: string;
  name: string;
  defaultValue: string | undefined;
  "aria-describedby": string | undefined;
  "aria-invalid": true | undefined;
};

type FieldFrameProps = FieldProps & { control: (wiring: Wiring) => ReactNode };

/** A label, its control, a hint and the error, connected visually and for screen readers. */
export function FieldFrame({ label, name, hint, state, defaultValue, control }: FieldFrameProps) {
  const id = useId();
  const refused = state?.status === "refused" ? state : undefined;
  const error = refused?.fields[name];
  const typed = refused?.values[name];
  const descriptions = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(" ");

  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="wrap-anywhere font-medium">
        {label}
      </label>
      {control({
        id,
        name,
        defaultValue: typeof typed === "string" ? typed : defaultValue,
        "aria-describedby": descriptions || undefined,
        "aria-invalid": error ? true : undefined,
      })}
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
      {hint && (
        <p id={`${id}-hint`} className="text-muted text-sm">
          {hint}
        </p>
      )}
    </div>
  );
}
