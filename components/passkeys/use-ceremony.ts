import { useTranslations } from "next-intl";
import { type ActionState, idle } from "@/lib/form";
import { findProblem } from "./device-problem";

type Action<Data> = (state: ActionState<Data>, form: FormData) => Promise<ActionState<Data>>;

export type Ceremony<Options, Data> = {
  /** The server's question to the device. */
  start: Action<Options>;
  ask: (options: Options) => Promise<unknown>;
  /** The server's judgement of the answer. */
  finish: Action<Data>;
};

/**
 * Both halves of a ceremony as one action: question, device, judgement. A form that brings the device's answer along,
 * because the browser offered a passkey by itself, is judged at once.
 */
export function useCeremony<Options, Data>({ start, ask, finish }: Ceremony<Options, Data>): Action<Data> {
  const t = useTranslations("passkeys");
  return async (_state, form) => {
    if (form.has("response")) return finish(idle, form);
    const started = await start(idle, form);
    if (started.status !== "done") return started;
    try {
      form.set("response", JSON.stringify(await ask(started.data)));
    } catch (error) {
      const problem = findProblem(error);
      return problem ? { status: "refused", message: t(problem), fields: {}, values: {} } : idle;
    }
    return finish(idle, form);
  };
}
