import { useTranslations } from "next-intl";
import type { AttemptView } from "@/lib/webhooks/deliveries/describe";
import { AttemptEntry } from "./attempt-entry";

/** A delivery's attempts, the newest first and open. */
export function AttemptList({ attempts }: { attempts: readonly AttemptView[] }) {
  const t = useTranslations("webhooks.delivery");
  if (attempts.length === 0) return <p className="text-muted">{t("noAttempts")}</p>;
  return (
    <ol className="grid min-w-0 gap-3">
      {attempts.map((attempt, index) => (
        <li key={attempt.id} className="min-w-0">
          <AttemptEntry attempt={attempt} isOpen={index === 0} />
        </li>
      ))}
    </ol>
  );
}
