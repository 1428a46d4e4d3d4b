import { messagesLayout } from "@/components/shell/client-messages";

export default messagesLayout("trace", "history", "diagnostics", "account", "passkeys", "twoFactor");
