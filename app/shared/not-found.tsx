import { Link2Off } from "lucide-react";
import { useTranslations } from "next-intl";
import { EmptyState } from "@/components/ui/feedback/empty-state";

/** For a link that has ended, was withdrawn or never existed, to people who may know nothing of the console. */
export default function SharedNotFound() {
  const t = useTranslations("trace.share.gone");
  return (
    <main className="grid min-h-dvh place-items-center p-4">
      <EmptyState Icon={Link2Off} heading="h1" title={t("title")}>
        {t("lead")}
      </EmptyState>
    </main>
  );
}
