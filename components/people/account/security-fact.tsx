import { CircleCheck, CircleDashed } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";

/** One line of the overview: a setting and its state, by icon and by word. */
export function SecurityFact({ name, isOn, children }: { name: string; isOn: boolean; children: ReactNode }) {
  const t = useTranslations("security");
  const Icon = isOn ? CircleCheck : CircleDashed;
  return (
    <div className="relative min-w-0 pl-7">
      <dt className="font-medium">
        <Icon
          role="img"
          aria-label={t(isOn ? "good" : "open")}
          className={`absolute top-0.5 left-0 size-4.5 ${isOn ? "text-jade" : "text-muted"}`}
        />
        {name}
      </dt>
      <dd className="text-muted">{children}</dd>
    </div>
  );
}
