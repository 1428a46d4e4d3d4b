import { useTranslations } from "next-intl";
import { useActionState } from "react";
import { type ActionState, idle, type Rejection, rejections, typedValues } from "@/lib/platform/form";

export type FormAction<Data> = (state: ActionState<Data>, form: FormData) => Promise<ActionState<Data>>;

const names = Object.keys(rejections) as Rejection[];

/** `useActionState` for actions that can be rejected before they run: the form says so and keeps what was typed. */
export function useFormAction<Data>(action: FormAction<Data>, onDone?: (data: Data) => void) {
  const t = useTranslations("ui");
  const withRejections: FormAction<Data> = async (state, form) => {
    try {
      const next = await action(state, form);
      // Here, since the act can leave no form that shows its state.
      if (next.status === "done") onDone?.(next.data);
      return next;
    } catch (error) {
      const rejected = names.find((name) => rejections[name] === (error as Error).message);
      if (!rejected) throw error;
      return { status: "refused", message: t(`${rejected}.lead`), fields: {}, values: typedValues(form) };
    }
  };
  // The server renders the action itself, so that the form also works without JavaScript.
  return useActionState(typeof window === "undefined" ? action : withRejections, idle);
}
