import { Download } from "lucide-react";
import { useTranslations } from "next-intl";
import { buttonClass } from "@/components/ui/buttons/button";
import { Card } from "@/components/ui/text/card";
import { QrCode } from "@/components/ui/text/qr-code";
import type { QrDrawing } from "@/lib/platform/qr";

type ScanCardProps = {
  drawing: QrDrawing;
  /** The same code as a PNG. */
  file: string;
  apps: readonly { name: string; link: string }[];
};

/** The code to scan; on a phone, the way through a banking app on the same phone. */
export function ScanCard({ drawing, file, apps }: ScanCardProps) {
  const t = useTranslations("billing.scan");
  return (
    <Card title={t("title")}>
      <div className="grid justify-items-center gap-4">
        <QrCode drawing={drawing} label={t("code")} size="large" />
        <a href={file} download className={buttonClass({})}>
          <Download aria-hidden />
          {t("save")}
        </a>
        <div className="grid w-full gap-2 sm:hidden">
          <p className="text-muted text-sm">{t("phone")}</p>
          <details className="rounded-control border border-line">
            <summary className="flex min-h-11 cursor-pointer items-center px-3 font-medium">{t("apps")}</summary>
            <ul className="grid grid-cols-2 border-line border-t p-1">
              {apps.map(({ name, link }) => (
                <li key={name} className="min-w-0">
                  <a href={link} className="flex min-h-11 items-center px-2 wrap-anywhere">
                    {name}
                  </a>
                </li>
              ))}
            </ul>
          </details>
        </div>
      </div>
    </Card>
  );
}
