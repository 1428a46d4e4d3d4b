import { messagesLayout } from "@/components/shell/client-messages";

export default messagesLayout("trace", "history", "doctor", "account", "passkeys", "twoFactor");
