import { messagesLayout } from "@/components/shell/client-messages";

export default messagesLayout("diagnostics", "keys", "account", "passkeys", "twoFactor");
