import type { Permission } from "@/lib/businesses/roles";

/**
 * Who may open or call something: anyone; whoever is signed in; whoever waits for a second proof; a member whose role
 * holds this permission; nobody (`development`: only where the installation is for this machine alone).
 */
export type Access = "anyone" | "viewer" | "pending" | "development" | Permission;

/** Every page and route of the console, by its name in the build's manifest. */
export const routes: Record<string, Access> = {
  "/page": "anyone",
  "/(auth)/sign-in/page": "anyone",
  "/(auth)/sign-up/page": "anyone",
  "/(auth)/sign-up/check-mail/page": "anyone",
  "/(auth)/verify/page": "anyone",
  "/(auth)/forgot/page": "anyone",
  "/(auth)/reset/page": "anyone",
  "/(auth)/confirm-email/page": "anyone",
  "/(auth)/undo-email/page": "anyone",
  "/link/[place]/[token]/route": "anyone",
  "/_global-error/page": "anyone",
  "/_not-found/page": "anyone",
  "/api/auth/[...nextauth]/route": "anyone",
  "/docs/errors/page": "anyone",
  "/icon.svg/route": "anyone",
  "/dev/components/console/page": "development",
  "/dev/components/page": "development",
  "/dev/components/sound/route": "development",
  "/dev/mail/[id]/page": "development",
  "/dev/mail/page": "development",
  "/account/page": "viewer",
  "/account/activity/page": "viewer",
  "/account/activity/sign-ins.csv/route": "viewer",
  "/account/confirm/page": "viewer",
  "/account/delete/page": "viewer",
  "/account/picture/route": "viewer",
  "/account/security/page": "viewer",
  "/console/page": "viewer",
  "/api/console/[business]/balance/route": "business:read",
  "/console/[business]/page": "business:read",
  // Whose picture it is and whoever they work with.
  "/account/picture/[picture]/route": "business:read",
  "/console/[business]/history/page": "history:read",
  "/console/[business]/history/[trackingId]/[file]/route": "history:read",
  "/console/[business]/keys/page": "keys:read",
  "/console/[business]/playground/page": "business:read",
  "/console/[business]/playground/transcribe/page": "business:read",
  "/console/[business]/settings/page": "business:read",
};

/** Every server action, by its file and name in the build's manifest. */
export const actions: Record<string, Access> = {
  "lib/i18n/actions.ts chooseLocaleAction": "anyone",
  "lib/i18n/actions.ts chooseThemeAction": "anyone",
  "lib/account/actions.ts signUpAction": "anyone",
  "lib/account/actions.ts signInAction": "anyone",
  "lib/account/actions.ts resendAction": "anyone",
  "lib/account/actions.ts verifyEmailAction": "anyone",
  "lib/account/actions.ts signOutAction": "anyone",
  "lib/account/actions.ts forgotAction": "anyone",
  "lib/account/actions.ts resetPasswordAction": "anyone",
  "lib/account/actions.ts confirmEmailAction": "anyone",
  "lib/account/actions.ts undoEmailAction": "anyone",
  "lib/account/actions.ts updateProfileAction": "viewer",
  "lib/account/actions.ts changePasswordAction": "viewer",
  "lib/account/actions.ts changeEmailAction": "viewer",
  "lib/account/actions.ts deleteAccountAction": "viewer",
  "lib/account/actions.ts stepUpAction": "viewer",
  "lib/sessions/actions.ts endOtherSessionsAction": "viewer",
  "lib/sessions/actions.ts endSessionAction": "viewer",
  "lib/businesses/actions.ts setDataRulesAction": "business:write",
  "lib/keys/actions.ts createKeyAction": "keys:write",
  "lib/keys/actions.ts revokeKeyAction": "keys:write",
  "lib/playground/actions.ts createPlaygroundKeyAction": "speech:use",
  "lib/retention/actions.ts eraseAction": "history:delete",
  "lib/speech/actions.ts removePronunciationAction": "speech:use",
  "lib/speech/actions.ts savePronunciationAction": "speech:use",
};
