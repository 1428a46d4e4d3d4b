import { useTranslations } from "next-intl";
import { ButtonLink } from "@/components/ui/buttons/button-link";
import { Notice } from "@/components/ui/feedback/notice";
import { AcceptForm, ChangeAccountForm, JoinForm } from "./invitation-answer-forms";

type InvitationAnswerProps = {
  token: string;
  email: string;
  /** Whether the email has an account. */
  isKnown: boolean;
  /** The reader's own email, if they are signed in. */
  signedInAs?: string;
};

/** The actions for an invitation, depending on who is signed in. */
export function InvitationAnswer({ token, email, isKnown, signedInAs }: InvitationAnswerProps) {
  const t = useTranslations("members.invitation");
  if (signedInAs === email) return <AcceptForm token={token} />;
  if (signedInAs) {
    return (
      <div className="grid min-w-0 gap-5">
        <Notice kind="warning">
          <span className="wrap-anywhere">{t("other", { email, yours: signedInAs })}</span>
        </Notice>
        <ChangeAccountForm token={token} />
      </div>
    );
  }
  if (!isKnown) return <JoinForm token={token} email={email} />;
  return (
    <div className="grid min-w-0 gap-5">
      <p className="wrap-anywhere">{t("signInLead", { email })}</p>
      <ButtonLink variant="primary" href="/sign-in?next=%2Finvitation">
        {t("signIn")}
      </ButtonLink>
    </div>
  );
}
