import { useTranslations } from "next-intl";
import { type ActionState, idle } from "@/lib/platform/form";
import { findProblem } from "./device-problem";

type Action<Data> = (state: ActionState<Data>, form: FormData) => Promise<ActionState<Data>>;

export type Ceremony<Options, Data> = {
  /** The server's challenge for the device. */
  start: Action<Options>;
  ask: (options: Options) => Promise<unknown>;
  /** The server's check of the response. */
  finish: Action<Data>;
};

/** Challenge, device and check as one action. A form with autofill's response goes straight to the check. */
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
