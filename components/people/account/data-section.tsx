import { Download } from "lucide-react";
import { useTranslations } from "next-intl";
import { buttonClass } from "@/components/ui/buttons/button";
import { Card } from "@/components/ui/text/card";

export function DataSection({ pictureId }: { pictureId: string | null }) {
  const t = useTranslations("account.data");
  const files = [
    { href: "/account/data.json", label: t("json") },
    { href: "/account/sign-in-log/sign-ins.csv", label: t("signIns") },
    ...(pictureId ? [{ href: `/account/picture/${pictureId}`, label: t("picture") }] : []),
  ];
  return (
    <Card title={t("title")}>
      <div className="grid justify-items-start gap-3">
        <p className="max-w-text text-muted">{t("lead")}</p>
        <div className="flex flex-wrap gap-2">
          {files.map(({ href, label }) => (
            <a key={href} href={href} download className={buttonClass({ size: "small" })}>
              <Download />
              {label}
            </a>
          ))}
        </div>
      </div>
    </Card>
  );
}
