import { newId } from "@/lib/platform/ids";

/** Nothing listens there. */
export const webhookUrl = "http://127.0.0.1:9/hook";

/** Inputs that make an action change something in the business, or show a canary. */
export const forms: Record<string, (values: Record<string, string>) => Record<string, string>> = {
  "lib/businesses/actions.ts renameBusinessAction": () => ({ name: "Tên mới" }),
  "lib/businesses/actions.ts setDataRulesAction": () => ({ retentionDays: "7", pinnedRegion: "" }),
  "lib/businesses/members/actions.ts setTwoFactorRuleAction": () => ({ required: "no" }),
  "lib/money/invoices/details/actions.ts setInvoiceDetailsAction": () => ({
    legalName: "Tên khác",
    taxCode: "0100109106",
    address: "2 Tràng Tiền",
    email: "ke-toan@example.com",
  }),
  "lib/money/refunds/actions.ts requestRefundAction": () => ({
    bin: "970436",
    accountNumber: "0123456789",
    holder: "CONG TY SACH NOI",
  }),
  "lib/businesses/actions.ts archiveBusinessAction": ({ name = "" }) => ({ name }),
  "lib/businesses/members/actions.ts offerOwnershipAction": ({ member = "" }) => ({ userId: member, shared: "yes" }),
  "lib/businesses/members/actions.ts inviteAction": () => ({ email: "another@example.com", role: "viewer" }),
  "lib/businesses/members/actions.ts resendInvitationAction": ({ invitation = "" }) => ({ id: invitation }),
  "lib/businesses/members/actions.ts cancelInvitationAction": ({ invitation = "" }) => ({ id: invitation }),
  "lib/businesses/members/actions.ts changeRoleAction": ({ member = "" }) => ({ userId: member, role: "developer" }),
  "lib/businesses/members/actions.ts removeMemberAction": ({ member = "" }) => ({ userId: member }),
  "lib/businesses/members/actions.ts leaveAction": () => ({}),
  "lib/keys/actions.ts createKeyAction": () => ({ name: "Khóa mới", "scopes[]": "tts:execute" }),
  "lib/keys/actions.ts editKeyAction": ({ keyId = "" }) => ({ id: keyId, name: "Tên khác", "scopes[]": "tts:execute" }),
  "lib/keys/actions.ts narrowKeyAction": ({ keyId = "" }) => ({ id: keyId, scope: "stt:execute" }),
  "lib/keys/actions.ts revokeKeyAction": ({ keyId = "" }) => ({ id: keyId }),
  "lib/keys/actions.ts rotateKeyAction": ({ keyId = "" }) => ({ id: keyId, overlap: "24" }),
  "lib/webhooks/endpoints/actions.ts createEndpointAction": () => ({ url: webhookUrl, "events[]": "tts.completed" }),
  "lib/webhooks/endpoints/actions.ts editEndpointAction": ({ endpoint = "" }) => ({
    id: endpoint,
    url: webhookUrl,
    "events[]": "tts.failed",
  }),
  "lib/webhooks/endpoints/actions.ts pauseEndpointAction": ({ endpoint = "" }) => ({ id: endpoint }),
  "lib/webhooks/endpoints/actions.ts resumeEndpointAction": ({ endpoint = "" }) => ({ id: endpoint }),
  "lib/webhooks/endpoints/actions.ts deleteEndpointAction": ({ endpoint = "" }) => ({ id: endpoint }),
  "lib/webhooks/endpoints/actions.ts rotateSecretAction": ({ endpoint = "" }) => ({ id: endpoint }),
  "lib/webhooks/endpoints/actions.ts revealSecretAction": ({ endpoint = "" }) => ({ id: endpoint }),
  "lib/webhooks/endpoints/actions.ts revealHeaderValueAction": ({ endpoint = "" }) => ({ id: endpoint }),
  "lib/webhooks/replays/actions.ts createReplayAction": ({ endpoint = "", delivery = "" }) => ({
    endpointId: endpoint,
    which: "chosen",
    "ids[]": delivery,
  }),
  "lib/webhooks/checks/test-events/actions.ts sendTestAction": ({ endpoint = "" }) => ({
    endpointId: endpoint,
    type: "webhook.test",
  }),
  "lib/keys/playground/actions.ts createPlaygroundKeyAction": () => ({}),
  "lib/speech/retention/actions.ts eraseAction": ({ trackingId = "" }) => ({ trackingId }),
  "lib/speech/retention/actions.ts eraseSelectedAction": ({ trackingId = "" }) => ({ "trackingIds[]": trackingId }),
  "lib/speech/trace/actions.ts shareTraceAction": ({ trackingId = "" }) => ({ id: trackingId }),
  "lib/speech/trace/actions.ts endSharedLinkAction": ({ sharedLink = "" }) => ({ link: sharedLink }),
  "lib/speech/actions.ts savePronunciationAction": () => ({ written: "VTV", spoken: "vê tê vê" }),
};

/** Further valid inputs, of actions that need a recent proof. */
export const dangerous: typeof forms = {
  "lib/people/account/actions.ts changeEmailAction": () => ({ email: "elsewhere@example.com" }),
  "lib/people/account/delete/actions.ts deleteAccountAction": () => ({ email: "elsewhere@example.com" }),
  "lib/businesses/actions.ts restoreBusinessAction": ({ business = "" }) => ({ slug: business }),
  "lib/keys/actions.ts endOldSecretAction": ({ keyId = "" }) => ({ id: keyId }),
  "lib/businesses/members/actions.ts confirmOwnershipAction": () => ({ id: newId("ownershipTransfer") }),
  "lib/people/passkeys/actions.ts removePasskeyAction": () => ({ id: "passkey" }),
  "lib/people/two-factor/actions.ts confirmTotpAction": () => ({ code: "123456" }),
};

/** Inputs of the two actions that only change this browser's language and theme. */
export const choices = { locale: "en", theme: "dark" };
