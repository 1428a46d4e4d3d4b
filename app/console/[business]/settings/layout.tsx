import { messagesLayout } from "@/components/shell/client-messages";

export default messagesLayout(
  "settings",
  "transcripts",
  "usage",
  "invoiceDetails",
  "businesses",
  "account",
  "passkeys",
  "twoFactor",
);
