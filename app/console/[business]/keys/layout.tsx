import { messagesLayout } from "@/components/shell/client-messages";

export default messagesLayout("keys", "account", "passkeys", "twoFactor");
