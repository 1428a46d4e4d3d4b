import "server-only";
import { AppError, type ErrorCode, errorCodes } from "@/lib/platform/errors";
import { catalogues } from "@/lib/platform/i18n/catalogues";
import { translate } from "@/lib/platform/i18n/translate";
import { explain } from "@/lib/platform/mail/support";

/** What a job, or an upload by URL, came to, in sentences. Null without a code, and for one of another release. */
export function describeResult(code: string | null): { message: string | null; messageVi: string | null } {
  const explained = code === null ? null : explainCode(code);
  if (!explained) return { message: null, messageVi: null };
  const { id, values } = explained;
  return { message: translate("en", id, values), messageVi: translate("vi", id, values) };
}

function explainCode(code: string): ReturnType<typeof explain> | null {
  // Where the code's own sentence is about a request that waits for its response.
  if (code in catalogues.en.jobs.results) return { id: `jobs.results.${code}` };
  return code in errorCodes ? explain(new AppError(code as ErrorCode)) : null;
}
