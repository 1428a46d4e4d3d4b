"use client";

import { browserSupportsWebAuthn, WebAuthnError, type WebAuthnErrorCode } from "@simplewebauthn/browser";
import { KeyRound } from "lucide-react";
import { useTranslations } from "next-intl";
import { useSyncExternalStore } from "react";
import { Form, type FormAction, type FormHandle, FormMessage, SubmitButton } from "@/components/ui/fields/form";
import { idle } from "@/lib/platform/form";

type PasskeyFormProps<Data> = {
  label: string;
  action: FormAction<Data> | FormHandle<Data>;
  onDone?: (data: Data) => void;
  hidden?: Record<string, string>;
  /** Another way to do the same is shown above. */
  isAlternative?: boolean;
};

/** One button that starts the device's prompt. Not shown without scripts. */
export function PasskeyForm<Data>({ label, action, onDone, hidden, isAlternative = false }: PasskeyFormProps<Data>) {
  const t = useTranslations("passkeys");
  if (!useWebAuthn()) return <p className="text-muted text-sm">{t("unsupported")}</p>;
  return (
    <div className="grid gap-4 [&_form>button]:justify-self-stretch [@media(scripting:none)]:hidden">
      {isAlternative && (
        <p className="flex items-center gap-3 text-muted text-sm before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
          {t("or")}
        </p>
      )}
      <Form action={action} onDone={onDone} hidden={hidden}>
        {(state) => (
          <>
            <SubmitButton variant="secondary" icon={<KeyRound aria-hidden />}>
              {label}
            </SubmitButton>
            <FormMessage state={state} />
          </>
        )}
      </Form>
    </div>
  );
}

const never = () => () => {};

/** Whether this browser supports passkeys. Assumed until it is checked, because nearly all do. */
export const useWebAuthn = (): boolean => useSyncExternalStore(never, browserSupportsWebAuthn, () => true);

type Ceremony<Options, Data> = {
  /** The server's challenge for the device. */
  start: FormAction<Options>;
  ask: (options: Options) => Promise<unknown>;
  /** The server's check of the response. */
  finish: FormAction<Data>;
};

/** Challenge, device and check as one action. A form with autofill's response goes straight to the check. */
export function useCeremony<Options, Data>({ start, ask, finish }: Ceremony<Options, Data>): FormAction<Data> {
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

const problems = {
  ERROR_INVALID_DOMAIN: "wrongAddress",
  ERROR_INVALID_RP_ID: "wrongAddress",
  ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED: "already",
  ERROR_AUTHENTICATOR_MISSING_DISCOVERABLE_CREDENTIAL_SUPPORT: "deviceUnable",
  ERROR_AUTHENTICATOR_MISSING_USER_VERIFICATION_SUPPORT: "deviceUnable",
} as const satisfies Partial<Record<WebAuthnErrorCode, string>>;

type DeviceProblem = (typeof problems)[keyof typeof problems] | "failed";

/** Why a device failed, as a key under `passkeys`; null if canceled or too late, which browsers report alike. */
function findProblem(error: unknown): DeviceProblem | null {
  const { name, cause } = error as Error;
  const names = [name, cause instanceof Error ? cause.name : ""];
  if (names.includes("NotAllowedError") || names.includes("AbortError")) return null;
  const known: Partial<Record<string, DeviceProblem>> = problems;
  return (error instanceof WebAuthnError && known[error.code]) || "failed";
}
