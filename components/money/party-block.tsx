import { useTranslations } from "next-intl";
import type { Party } from "@/lib/money/statements/schema";

type PartyBlockProps = { title: string; party: Party | null; name?: string; missing: string };

export function PartyBlock({ title, party, name, missing }: PartyBlockProps) {
  const t = useTranslations("statements");
  return (
    <section className="grid content-start gap-0.5">
      <h2 className="text-muted text-sm">{title}</h2>
      <p className="font-medium wrap-anywhere">{party?.legalName ?? name}</p>
      {party ? (
        <>
          <p className="text-sm">
            {t("taxCode")}: <span className="font-mono">{party.taxCode}</span>
          </p>
          <p className="text-sm wrap-anywhere">{party.address}</p>
        </>
      ) : (
        <p className="text-muted text-sm">{missing}</p>
      )}
    </section>
  );
}
