import { messagesLayout } from "@/components/shell/client-messages";

export default messagesLayout(
  "settings",
  "pronunciations",
  "invoiceDetails",
  "businesses",
  "refunds",
  "account",
  "passkeys",
  "twoFactor",
);
