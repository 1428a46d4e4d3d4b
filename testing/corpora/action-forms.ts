import { newId } from "@/lib/platform/ids";

/** Nothing listens there. */
export const webhookUrl = "http://127.0.0.1:9/hook";

/** Inputs that make an action change something in the business, or show a canary. */
export const forms: Record<string, (values: Record<string, string>) => Record<string, string>> = {
  renameBusinessAction: () => ({ name: "Tên mới" }),
  setDataRulesAction: () => ({ retentionDays: "7", pinnedRegion: "" }),
  setMetadataKeysAction: () => ({ names: "customer, project" }),
  forgetValueAction: () => ({ name: "customer", value: "acme" }),
  setTwoFactorRuleAction: () => ({ required: "no" }),
  setInvoiceDetailsAction: () => ({
    legalName: "Tên khác",
    taxCode: "0100109106",
    address: "2 Tràng Tiền",
    email: "ke-toan@example.com",
  }),
  requestRefundAction: () => ({
    bin: "970436",
    accountNumber: "0123456789",
    holder: "CONG TY SACH NOI",
    amountVnd: "10",
    formToken: newId("request"),
  }),
  archiveBusinessAction: ({ name = "" }) => ({ name }),
  offerOwnershipAction: ({ member = "" }) => ({ userId: member, shared: "yes" }),
  inviteAction: () => ({ email: "another@example.com", role: "viewer" }),
  resendInvitationAction: ({ invitation = "" }) => ({ id: invitation }),
  cancelInvitationAction: ({ invitation = "" }) => ({ id: invitation }),
  changeRoleAction: ({ member = "" }) => ({ userId: member, role: "developer" }),
  removeMemberAction: ({ member = "" }) => ({ userId: member }),
  leaveAction: () => ({}),
  createKeyAction: () => ({ name: "Khóa mới", "scopes[]": "tts:execute" }),
  createServiceAccountAction: () => ({ name: "Triển khai", "scopes[]": "tts:execute" }),
  removeServiceAccountAction: ({ serviceAccount = "" }) => ({ id: serviceAccount }),
  editKeyAction: ({ keyId = "" }) => ({ id: keyId, name: "Tên khác", "scopes[]": "tts:execute" }),
  narrowKeyAction: ({ keyId = "" }) => ({ id: keyId, scope: "stt:execute" }),
  revokeKeyAction: ({ keyId = "" }) => ({ id: keyId }),
  rotateKeyAction: ({ keyId = "" }) => ({ id: keyId, overlap: "24" }),
  createEndpointAction: () => ({ url: webhookUrl, "events[]": "tts.completed" }),
  editEndpointAction: ({ endpoint = "" }) => ({
    id: endpoint,
    url: webhookUrl,
    "events[]": "tts.failed",
  }),
  pauseEndpointAction: ({ endpoint = "" }) => ({ id: endpoint }),
  resumeEndpointAction: ({ endpoint = "" }) => ({ id: endpoint }),
  deleteEndpointAction: ({ endpoint = "" }) => ({ id: endpoint }),
  rotateSecretAction: ({ endpoint = "" }) => ({ id: endpoint }),
  revealSecretAction: ({ endpoint = "" }) => ({ id: endpoint }),
  revealHeaderValueAction: ({ endpoint = "" }) => ({ id: endpoint }),
  createReplayAction: ({ endpoint = "", delivery = "" }) => ({
    endpointId: endpoint,
    which: "chosen",
    "ids[]": delivery,
  }),
  sendTestAction: ({ endpoint = "" }) => ({
    endpointId: endpoint,
    type: "webhook.test",
  }),
  createPlaygroundKeyAction: () => ({}),
  eraseAction: ({ trackingId = "" }) => ({ trackingId }),
  eraseSelectedAction: ({ trackingId = "" }) => ({ "trackingIds[]": trackingId }),
  shareTraceAction: ({ trackingId = "" }) => ({ id: trackingId }),
  shareTranscriptAction: ({ trackingId = "" }) => ({ trackingId, showsTranscript: "on" }),
  saveEditsAction: ({ trackingId = "" }) => ({ trackingId, version: "", edits: '{"names":{"A":"Lan"},"texts":[]}' }),
  endSharedLinkAction: ({ sharedLink = "" }) => ({ link: sharedLink }),
  savePronunciationAction: () => ({ written: "VTV", spoken: "vê tê vê" }),
};

/** Further valid inputs, of actions that need a recent proof. */
export const dangerous: typeof forms = {
  changeEmailAction: () => ({ email: "elsewhere@example.com" }),
  deleteAccountAction: () => ({ email: "elsewhere@example.com" }),
  restoreBusinessAction: ({ business = "" }) => ({ slug: business }),
  endOldSecretAction: ({ keyId = "" }) => ({ id: keyId }),
  confirmOwnershipAction: () => ({ id: newId("ownershipTransfer") }),
  removePasskeyAction: () => ({ id: "passkey" }),
  confirmTotpAction: () => ({ code: "123456" }),
};

/** Inputs of the two actions that only change this browser's language and theme. */
export const choices = { locale: "en", theme: "dark" };
