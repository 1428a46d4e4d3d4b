import { getTranslations } from "next-intl/server";
import { BeginUndoForm } from "@/components/account/begin-undo-form";
import { UndoByPasskey } from "@/components/account/undo-by-passkey";
import { UndoEmailForm } from "@/components/account/undo-email-form";
import { AuthShell } from "@/components/shell/auth-shell";
import { findUndoWays } from "@/lib/account/undo-email";
import { readLinkToken } from "@/lib/auth/link-cookie";
import { orError } from "@/lib/auth/or-error";
import { AppError } from "@/lib/errors";
import { pageTitle } from "@/lib/i18n/page-title";
import { waitHours } from "@/lib/two-factor/reset/wait";

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
