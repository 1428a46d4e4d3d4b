import { useTranslations } from "next-intl";
import { DialogActions } from "@/components/ui/dialogs/dialog-actions";
import { DialogClose } from "@/components/ui/dialogs/dialog-close";
import { SecretPanel } from "@/components/ui/text/secret-panel";
import { FirstCall, type FirstCallExample } from "./first-call";

// The clicked button is gone, so the focus moves to the secret, ready to be copied.
const select = (panel: HTMLElement | null) => panel?.querySelector("input")?.select();

type NewSecretProps = { secret: string /** A request to try it with. */; example?: FirstCallExample };

export function NewSecret({ secret, example }: NewSecretProps) {
  const t = useTranslations("keys");
  return (
    <div ref={select} className="grid min-w-0 gap-5">
      <SecretPanel label={t("secret")} secret={secret} />
      {example && (
        <div className="grid min-w-0 gap-2">
          <p>{t.rich("tryNow", { name: () => <code className="font-mono text-sm">VANG_API_KEY</code> })}</p>
          <FirstCall {...example} />
        </div>
      )}
      <DialogActions>
        <DialogClose variant="primary">{t("done")}</DialogClose>
      </DialogActions>
    </div>
  );
}
