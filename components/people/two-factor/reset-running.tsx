import { useTranslations } from "next-intl";
import { Notice } from "@/components/ui/feedback/notice";
import { useWaitEnd } from "./use-wait-end";

/** Shows during sign-in that a wait runs, and what ends it. */
export function ResetRunning({ wait }: { wait: { dueAt: Date; timeZone: string; onlySuspended: boolean } }) {
  const t = useTranslations("twoFactor");
  const words = wait.onlySuspended ? "suspended.running" : "reset.running";
  return <Notice kind="warning">{t(words, { time: useWaitEnd()(wait) })}</Notice>;
}
