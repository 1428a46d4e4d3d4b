import { CircleAlert } from "lucide-react";
import { type ComponentProps, type ReactNode, useId } from "react";
import type { ActionState } from "@/lib/platform/form";
import { Input, Select, Textarea } from "./controls";

type TextFieldProps = FieldProps & Omit<ComponentProps<typeof Input>, "id" | "name" | "defaultValue">;

/** A labelled text field. For a password see PasswordField, which never shows the typed value again. */
export function Field({ label, name, hint, state, defaultValue, ...rest }: TextFieldProps) {
  return (
    <FieldFrame
      label={label}
      name={name}
      hint={hint}
      state={state}
      defaultValue={defaultValue}
      control={(wiring) => <Input {...rest} {...wiring} />}
    />
  );
}

type SelectFieldProps = FieldProps & Omit<ComponentProps<typeof Select>, "id" | "name" | "defaultValue">;

export function SelectField({ label, name, hint, state, defaultValue, ...rest }: SelectFieldProps) {
  return (
    <FieldFrame
      label={label}
      name={name}
      hint={hint}
      state={state}
      defaultValue={defaultValue}
      // React resets a list to its first default, not to the value that an error returned.
      control={(wiring) => <Select {...rest} {...wiring} key={wiring.defaultValue} />}
    />
  );
}

type TextareaFieldProps = FieldProps & Omit<ComponentProps<typeof Textarea>, "id" | "name" | "defaultValue">;

export function TextareaField({ label, name, hint, state, defaultValue, ...rest }: TextareaFieldProps) {
  return (
    <FieldFrame
      label={label}
      name={name}
      hint={hint}
      state={state}
      defaultValue={defaultValue}
      control={(wiring) => <Textarea {...rest} {...wiring} />}
    />
  );
}

export type FieldProps = {
  label: string;
  name: string;
  hint?: ReactNode;
  state?: ActionState<unknown>;
  /** Shown until an error returns the typed value. */
  defaultValue?: string;
};

/** The attributes that name, describe and fill a control. */
type Wiring = {
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

export function FieldError({ id, children }: { id: string; children: ReactNode }) {
  return (
    <p id={id} className="flex gap-1.5 text-danger text-sm">
      <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      {children}
    </p>
  );
}
