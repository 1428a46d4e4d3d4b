import { messagesLayout } from "@/components/shell/client-messages";

export default messagesLayout("members", "leaving", "account", "passkeys", "twoFactor");
