import { messagesLayout } from "@/components/shell/client-messages";

export default messagesLayout("doctor", "keys", "account", "passkeys", "twoFactor");
