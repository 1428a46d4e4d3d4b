import { messagesLayout } from "@/components/shell/client-messages";

export default messagesLayout(
  "settings",
  "transcripts",
  "invoiceDetails",
  "businesses",
  "account",
  "passkeys",
  "twoFactor",
);
