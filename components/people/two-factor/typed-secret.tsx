import { useTranslations } from "next-intl";
import { CopyButton } from "@/components/ui/buttons/copy-button";

/** The secret for people who cannot scan, in groups that are easy to read and type. */
export function TypedSecret({ secret }: { secret: string }) {
  const t = useTranslations("twoFactor.app");
  return (
    <div className="grid min-w-0 gap-1.5">
      <p className="text-muted">{t("typed")}</p>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <code className="rounded-control bg-sunken px-3 py-2 font-mono text-sm">
          {secret.match(/.{4}/g)?.join(" ")}
        </code>
        <CopyButton text={secret} label={t("copySecret")} />
      </div>
    </div>
  );
}
