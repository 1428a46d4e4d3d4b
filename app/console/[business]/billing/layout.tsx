import { messagesLayout } from "@/components/shell/client-messages";

export default messagesLayout("billing", "claims", "eInvoices", "refunds", "account", "passkeys", "twoFactor");
