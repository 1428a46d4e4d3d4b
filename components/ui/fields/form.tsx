"use client";

import { clsx } from "clsx";
import { useTranslations } from "next-intl";
import {
  type ComponentProps,
  type ComponentType,
  type ReactNode,
  startTransition,
  useActionState,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { useFormStatus } from "react-dom";
import { CloseDialog, DialogActions, useInDialog } from "@/components/ui/dialogs/dialog";
import { Notice } from "@/components/ui/feedback/notice";
import { type ActionState, idle, type Rejection, rejections, type StepUpWay, typedValues } from "@/lib/platform/form";
import { Button } from "../buttons/button";

export type FormAction<Data> = (state: ActionState<Data>, form: FormData) => Promise<ActionState<Data>>;

/** What `useFormAction` returns: the state of a form, how to send it, and whether it is being sent. */
export type FormHandle<Data> = readonly [state: ActionState<Data>, send: (form: FormData) => void, isSending: boolean];

/** Asks for a proof of identity: the form is sent again once it is there. */
export type StepUpProps = { ways: readonly StepUpWay[]; onProven: () => void; onCancel: () => void };

type FormProps<Data> = {
  /** A handle of `useFormAction` where the response is also shown outside the form. */
  action: FormAction<Data> | FormHandle<Data>;
  onDone?: (data: Data, form: FormData) => void;
  id?: string;
  /** Hidden fields, such as the business of a form. */
  hidden?: Record<string, string>;
  /** For an action that may ask for a proof of identity. */
  stepUp?: ComponentType<StepUpProps>;
  /** The text of the button. Without it the children contain the button and the `FormMessage`. */
  submit?: ReactNode;
  button?: Omit<ComponentProps<typeof SubmitButton>, "children">;
  /** Beside the button. */
  beside?: ReactNode;
  /** In a dialog, the text of the button that closes it. */
  cancel?: string;
  closesDialog?: boolean;
  /** As wide as its place: its fields are in columns. */
  wide?: boolean;
  /** What to say once the action is done. */
  notice?: ReactNode | ((data: Data) => ReactNode);
  /** Takes the place of the button then; null for nothing. */
  after?: ReactNode;
  /** Takes the place of the whole form then. */
  result?: (data: Data) => ReactNode;
  children?: ReactNode | ((state: ActionState<Data>) => ReactNode);
};

/**
 * A form with one action: its fields, what it says after it, and its button. Errors come from the server, in the
 * reader's language: the browser's own are off.
 */
export function Form<Data>({
  action,
  onDone,
  id,
  hidden = {},
  stepUp: StepUp,
  submit,
  button,
  beside,
  cancel,
  closesDialog = false,
  wide = false,
  notice,
  after,
  result,
  children,
}: FormProps<Data>) {
  const own = useFormAction(typeof action === "function" ? action : unusedAction, onDone);
  const [state, send] = typeof action === "function" ? own : action;
  const form = useRef<HTMLFormElement>(null);
  const sent = useRef<FormData>(null);
  const [answered, setAnswered] = useState<ActionState<Data>>();
  const isInDialog = useInDialog();
  const ways = state.status === "refused" ? state.stepUp : undefined;
  const asksProof = ways !== undefined && answered !== state;

  // React empties a form after its action, and no response contains what is secret.
  useLayoutEffect(() => {
    if (ways && form.current && sent.current) refill(form.current, sent.current);
  }, [ways]);

  const cancelStepUp = () => {
    setAnswered(state);
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>("[type=submit]")?.focus());
  };

  const sendAgain = () => {
    setAnswered(state);
    // Sent before its script had loaded, the form has only what the response returned.
    const data = sent.current ?? (form.current && new FormData(form.current));
    if (data) startTransition(() => send(data));
  };

  const isDone = state.status === "done";
  if (isDone && result) return result(state.data);
  const submitButton = isDone && after !== undefined ? after : <SubmitButton {...button}>{submit}</SubmitButton>;
  return (
    <>
      <form
        ref={form}
        id={id}
        hidden={isInDialog && StepUp && asksProof}
        action={send}
        onSubmit={
          StepUp &&
          (({ currentTarget, nativeEvent }) => {
            sent.current = new FormData(currentTarget, (nativeEvent as SubmitEvent).submitter);
          })
        }
        noValidate
        className={clsx("grid gap-5 *:[button]:justify-self-start", !wide && "max-w-form")}
      >
        {Object.entries(hidden).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        {typeof children === "function" ? children(state) : children}
        {submit !== undefined && (
          <>
            <FormMessage state={state} />
            {notice !== undefined && (
              <FormNotice state={state}>
                {typeof notice === "function" ? isDone && notice(state.data) : notice}
              </FormNotice>
            )}
            {isDone && closesDialog && <CloseDialog />}
            {cancel !== undefined ? (
              <DialogActions cancel={cancel}>{submitButton}</DialogActions>
            ) : beside ? (
              <div className="flex flex-wrap gap-2">
                {submitButton}
                {beside}
              </div>
            ) : (
              submitButton
            )}
          </>
        )}
      </form>
      {StepUp && ways && asksProof && <StepUp ways={ways} onProven={sendAgain} onCancel={cancelStepUp} />}
    </>
  );
}

/** For a form whose answer is shown outside it too; `initial`: what it shows before it is sent. */
export function useFormAction<Data>(
  action: FormAction<Data>,
  onDone?: (data: Data, form: FormData) => void,
  initial: ActionState<Data> = idle,
): FormHandle<Data> {
  const t = useTranslations("ui");
  // An action can be rejected before it runs: the form says so and keeps what was typed.
  const withRejections: FormAction<Data> = async (state, form) => {
    try {
      const next = await action(state, form);
      // Here, since the act can leave no form that shows its state.
      if (next.status === "done") onDone?.(next.data, form);
      return next;
    } catch (error) {
      const names = Object.keys(rejections) as Rejection[];
      const rejected = names.find((name) => rejections[name] === (error as Error).message);
      if (!rejected) throw error;
      return { status: "refused", message: t(`${rejected}.lead`), fields: {}, values: typedValues(form) };
    }
  };
  // The server renders the action itself, so that the form also works without JavaScript.
  return useActionState(typeof window === "undefined" ? action : withRejections, initial);
}

/** Stands for a form's own action where it has a handle. */
const unusedAction = async () => idle;

/** Shows why a form was rejected, and focuses the first invalid field. A proof that is asked for is no error. */
export function FormMessage({ state }: { state: ActionState<unknown> }) {
  const message = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (state.status !== "refused") return;
    message.current?.closest("form")?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [state]);

  // An error shown at a field is not repeated: the field gets the focus.
  const isShown = state.status === "refused" && !state.stepUp && !Object.values(state.fields).includes(state.message);
  return (
    <div ref={message} role="alert" className="empty:hidden">
      {isShown && <Notice kind="danger">{state.message}</Notice>}
    </div>
  );
}

/** Shows what a form has done, visually and to screen readers. */
export function FormNotice({ state, children }: { state: ActionState<unknown>; children: ReactNode }) {
  return (
    <div role="status" className="empty:hidden">
      {state.status === "done" && <Notice kind="success">{children}</Notice>}
    </div>
  );
}

/**
 * Puts what was typed back into the fields of a form that was reset. Chosen files stay lost: no page may set them. What
 * is never sent follows from the other fields, and is left as it is.
 */
function refill(form: HTMLFormElement, data: FormData): void {
  for (const field of form.elements) {
    if (field instanceof HTMLInputElement && (field.disabled || !field.name)) continue;
    if (field instanceof HTMLInputElement && ["checkbox", "radio"].includes(field.type)) {
      field.checked = data.getAll(field.name).includes(field.value);
    } else if (isText(field)) {
      const typed = data.get(field.name);
      if (typeof typed === "string") field.value = typed;
    }
  }
}

const isText = (field: Element): field is HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement =>
  field instanceof HTMLTextAreaElement ||
  field instanceof HTMLSelectElement ||
  (field instanceof HTMLInputElement && !["hidden", "file", "submit"].includes(field.type));

/** Submits its form, and shows that it is running. Further clicks meanwhile do nothing. */
export function SubmitButton({
  variant = "primary",
  ...rest
}: Omit<ComponentProps<typeof Button>, "type" | "pending">) {
  const { pending } = useFormStatus();
  return (
    <Button
      {...rest}
      type="submit"
      variant={variant}
      pending={pending}
      onClick={(event) => pending && event.preventDefault()}
    />
  );
}
