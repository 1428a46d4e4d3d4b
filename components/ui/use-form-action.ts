import { useTranslations } from "next-intl";
import { useActionState } from "react";
import { type ActionState, idle, tooManyRequests, typedValues } from "@/lib/form";

type Action<Data> = (state: ActionState<Data>, form: FormData) => Promise<ActionState<Data>>;

/** `useActionState` for actions that the rate limit may reject: the form then says so and keeps what was typed. */
export function useFormAction<Data>(action: Action<Data>) {
  const t = useTranslations("ui");
  const limited: Action<Data> = async (state, form) => {
    try {
      return await action(state, form);
    } catch (error) {
      if ((error as Error).message !== tooManyRequests) throw error;
      return { status: "refused", message: t("tooManyRequests.lead"), fields: {}, values: typedValues(form) };
    }
  };
  // The server renders the action itself, so that the form also works without JavaScript.
  return useActionState(typeof window === "undefined" ? action : limited, idle);
}
