import { useTranslations } from "next-intl";
import { EmptyState } from "@/components/ui/feedback/empty-state";
import { FirstCall, type FirstCallExample } from "./first-call";

/** `mayCreate`: the button that creates a key is in the page's header. */
export function NoKeys({ mayCreate, example }: { mayCreate: boolean; example: FirstCallExample }) {
  const t = useTranslations("keys");
  return (
    <EmptyState
      title={t("empty")}
      action={
        <div className="w-full min-w-0">
          <FirstCall {...example} />
        </div>
      }
    >
      {t(mayCreate ? "emptyLead" : "emptyLeadReader")}
    </EmptyState>
  );
}
