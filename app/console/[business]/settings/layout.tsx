import { messagesLayout } from "@/components/shell/client-messages";

export default messagesLayout(
  "settings",
  "pronunciations",
  "invoices",
  "lifecycle",
  "refunds",
  "account",
  "passkeys",
  "twoFactor",
);
