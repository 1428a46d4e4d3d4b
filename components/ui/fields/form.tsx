import type { FormEventHandler, ReactNode } from "react";

type FormProps = {
  action: (form: FormData) => void | Promise<void>;
  /** Hidden fields, such as the business of a form. */
  hidden?: Record<string, string>;
  id?: string;
  onSubmit?: FormEventHandler<HTMLFormElement>;
  children: ReactNode;
};

/** Errors come from the server, in the reader's language: the browser's own are off. */
export function Form({ action, id, hidden = {}, onSubmit, children }: FormProps) {
  return (
    <form
      id={id}
      action={action}
      onSubmit={onSubmit}
      noValidate
      className="grid max-w-form gap-5 *:[button]:justify-self-start"
    >
      {Object.entries(hidden).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {children}
    </form>
  );
}
