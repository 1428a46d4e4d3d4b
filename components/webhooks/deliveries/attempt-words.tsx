import { useTranslations } from "next-intl";

/** Why an attempt failed, in words; the code itself if it has none. */
export function useAttemptWords(): (attempt: { error: string | null; statusCode: number | null }) => string | null {
  const t = useTranslations("webhooks.errors");
  return ({ error, statusCode }) => {
    if (error === null) return null;
    return t.has(error) ? t(error, { status: statusCode ?? 0 }) : error;
  };
}

/** What to check after a response that is no success; null for other failures, whose words say it. */
export function useAttemptAdvice(): (attempt: { error: string | null; statusCode: number | null }) => string | null {
  const t = useTranslations("webhooks.attempt.advice");
  return ({ error, statusCode }) => {
    if (error !== "status" || statusCode === null) return null;
    if (t.has(`${statusCode}`)) return t(`${statusCode}`);
    return t(statusCode >= 500 ? "server" : "client");
  };
}
