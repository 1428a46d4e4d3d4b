import { useTranslations } from "next-intl";

type MemberNameProps = { name: string; email: string; isYou: boolean };

export function MemberName({ name, email, isYou }: MemberNameProps) {
  const t = useTranslations("members");
  return (
    <span className="grid min-w-0">
      <span className="wrap-anywhere font-medium">
        {name}
        {isYou && <span className="font-normal text-muted"> ({t("you")})</span>}
      </span>
      <span className="wrap-anywhere text-muted text-sm">{email}</span>
    </span>
  );
}
