import type { Refused } from "@/lib/api/client/speech";
import type { Locale } from "@/lib/platform/i18n/locale";
import type { Denied } from "./keyring";
import type { Failure } from "./use-runs";

/** Why a request has no result, in the reader's language. */
export function failureOf(answer: Refused | Denied, locale: Locale): Failure {
  if (answer.status === "denied") return { message: answer.message };
  const { code, requestId, message, messageVi } = answer.problem;
  return { code, requestId, message: locale === "vi" ? messageVi : message };
}
