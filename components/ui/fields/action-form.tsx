"use client";

import type { ComponentProps, ComponentType, ReactNode } from "react";
import { SubmitButton } from "@/components/ui/buttons/submit-button";
import { CloseDialog } from "@/components/ui/dialogs/close-dialog";
import { DialogActions } from "@/components/ui/dialogs/dialog-actions";
import type { ActionState } from "@/lib/platform/form";
import { Form } from "./form";
import { FormMessage } from "./form-message";
import { FormNotice } from "./form-notice";
import { type FormAction, useFormAction } from "./use-form-action";

type Frame = ComponentType<ComponentProps<typeof Form> & { state: ActionState<unknown> }>;

type ActionFormProps<Data> = {
  action: FormAction<Data>;
  hidden?: Record<string, string>;
  /** The form itself: another than `Form` for an action that may ask for a proof of identity. */
  frame?: Frame;
  submit: ReactNode;
  button?: Omit<ComponentProps<typeof SubmitButton>, "children">;
  /** In a dialog, the text of the button that closes it. */
  cancel?: string;
  closesDialog?: boolean;
  notice?: ReactNode | ((data: Data) => ReactNode);
  /** Takes the place of the button once the action is done; null for nothing. */
  after?: ReactNode;
  /** Takes the place of the whole form then. */
  result?: (data: Data) => ReactNode;
  children?: ReactNode | ((state: ActionState<Data>) => ReactNode);
};

/** A form with one action, what it says after it, and one button. */
export function ActionForm<Data>({
  action,
  hidden,
  frame: Frame = Form,
  submit,
  button,
  cancel,
  closesDialog = false,
  notice,
  after,
  result,
  children,
}: ActionFormProps<Data>) {
  const [state, act] = useFormAction(action);
  const isDone = state.status === "done";
  if (isDone && result) return result(state.data);
  const fields = typeof children === "function" ? children(state) : children;
  const said = (
    <>
      <FormMessage state={state} />
      {notice !== undefined && (
        <FormNotice state={state}>{typeof notice === "function" ? isDone && notice(state.data) : notice}</FormNotice>
      )}
    </>
  );
  const submitButton = isDone && after !== undefined ? after : <SubmitButton {...button}>{submit}</SubmitButton>;
  return (
    <Frame state={state} action={act} hidden={hidden}>
      {cancel === undefined ? (
        <>
          {said}
          {fields}
          {submitButton}
        </>
      ) : (
        <>
          {fields}
          {said}
          {isDone && closesDialog && <CloseDialog />}
          <DialogActions cancel={cancel}>{submitButton}</DialogActions>
        </>
      )}
    </Frame>
  );
}
