import { useTranslations } from "next-intl";

/** Why an attempt failed, in words; the code itself if it has none. */
export function useAttemptWords(): (attempt: { error: string | null; statusCode: number | null }) => string | null {
  const t = useTranslations("webhooks.errors");
  return ({ error, statusCode }) => {
    if (error === null) return null;
    return t.has(error) ? t(error, { status: statusCode ?? 0 }) : error;
  };
}
