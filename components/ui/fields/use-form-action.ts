import { useTranslations } from "next-intl";
import { useActionState } from "react";
import { type ActionState, idle, type Rejection, rejections, typedValues } from "@/lib/form";

export type FormAction<Data> = (state: ActionState<Data>, form: FormData) => Promise<ActionState<Data>>;

const names = Object.keys(rejections) as Rejection[];

/**
 * `useActionState` for actions that may be rejected before they run: the form then says so and keeps what was typed.
 * `onDone` is called also where the act leaves no form.
 */
export function useFormAction<Data>(action: FormAction<Data>, onDone?: () => void) {
  const t = useTranslations("ui");
  const withRejections: FormAction<Data> = async (state, form) => {
    try {
      const next = await action(state, form);
      if (next.status === "done") onDone?.();
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
