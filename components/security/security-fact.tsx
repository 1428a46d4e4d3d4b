import { CircleCheck, CircleDashed } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";

/** One line of the overview: what it is, and how it stands, by icon and by word. */
export function SecurityFact({ name, isOn, children }: { name: string; isOn: boolean; children: ReactNode }) {
  const t = useTranslations("security");
  const Icon = isOn ? CircleCheck : CircleDashed;
  return (
    <div className="flex min-w-0 gap-2.5">
      <Icon
        role="img"
        aria-label={t(isOn ? "good" : "open")}
        className={isOn ? "mt-0.5 size-4.5 shrink-0 text-jade" : "mt-0.5 size-4.5 shrink-0 text-muted"}
      />
      <div className="min-w-0">
        <dt className="font-medium">{name}</dt>
        <dd className="text-muted">{children}</dd>
      </div>
    </div>
  );
}
