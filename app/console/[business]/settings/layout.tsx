import { messagesLayout } from "@/components/shell/client-messages";

export default messagesLayout(
  "settings",
  "pronunciations",
  "transcripts",
  "invoiceDetails",
  "businesses",
  "refunds",
  "account",
  "passkeys",
  "twoFactor",
);
