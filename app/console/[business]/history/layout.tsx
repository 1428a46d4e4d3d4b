import { messagesLayout } from "@/components/shell/client-messages";

export default messagesLayout("history", "account", "passkeys", "twoFactor");
