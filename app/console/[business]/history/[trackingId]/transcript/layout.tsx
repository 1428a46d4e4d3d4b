import { messagesLayout } from "@/components/shell/client-messages";

export default messagesLayout("transcriptEditor", "account", "passkeys", "twoFactor");
