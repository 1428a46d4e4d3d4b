import { getTranslations } from "next-intl/server";
import { BeginUndoForm, UndoByPasskey, UndoEmailForm } from "@/components/people/account/undo-email";
import { AuthShell } from "@/components/shell/auth-shell";
import { readLinkToken } from "@/lib/access/auth/link-cookie";
import { orError } from "@/lib/access/auth/or-error";
import { findUndoWays } from "@/lib/people/account/undo-email";
import { waitHours } from "@/lib/people/two-factor/reset/wait";
import { AppError } from "@/lib/platform/errors";
import { pageTitle } from "@/lib/platform/i18n/page-title";

export const generateMetadata = pageTitle("auth", "undoEmailTitle");

export default async function UndoEmailPage() {
  const t = await getTranslations("auth");
  const found = await orError(readLinkToken("undo-email").then(findUndoWays));
  // An invalid link gets its error from the button, like every other.
  const ways = found instanceof AppError ? null : found;
  const asksCode = ways !== null && (ways.app || ways.recoveryCodes);

  return (
    <AuthShell title={t("undoEmailTitle")} lead={t(ways ? "undoEmailProofLead" : "undoEmailLead")}>
      {(asksCode || !ways) && <UndoEmailForm asksCode={asksCode} />}
      {ways && ways.passkeys.length > 0 && <UndoByPasskey isAlternative={asksCode} />}
      {ways && <BeginUndoForm hours={waitHours} />}
    </AuthShell>
  );
}
