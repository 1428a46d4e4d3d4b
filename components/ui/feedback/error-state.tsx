import { CircleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { CopyButton } from "@/components/ui/buttons/copy-button";

type ErrorStateProps = {
  title: string;
  heading?: "h1" | "h2";
  requestId?: string;
  action?: ReactNode;
  children: ReactNode;
};

/** What happened, what was kept, what to do, and the request id. */
export function ErrorState({ title, heading: Heading = "h2", requestId, action, children }: ErrorStateProps) {
  const t = useTranslations("ui");
  return (
    <div className="mx-auto grid max-w-form justify-items-center gap-4 px-4 py-12 text-center">
      <CircleAlert aria-hidden className="size-8 text-danger" strokeWidth={1.5} />
      <div className="grid gap-1">
        <Heading className="font-semibold text-lg">{title}</Heading>
        <div className="text-muted">{children}</div>
      </div>
      {action}
      {requestId && (
        <p className="flex flex-wrap items-center justify-center gap-x-2 text-muted text-sm">
          {t("requestId")}
          <code className="break-all font-mono text-ink">{requestId}</code>
          <CopyButton text={requestId} />
        </p>
      )}
    </div>
  );
}
