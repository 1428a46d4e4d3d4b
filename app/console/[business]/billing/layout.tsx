import { messagesLayout } from "@/components/shell/client-messages";

export default messagesLayout(
  "billing",
  "claims",
  "eInvoices",
  "invoiceDetails",
  "refunds",
  "account",
  "passkeys",
  "twoFactor",
);
