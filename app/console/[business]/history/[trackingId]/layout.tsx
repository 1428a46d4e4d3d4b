import { messagesLayout } from "@/components/shell/client-messages";

export default messagesLayout("history", "longJob", "transcriptEditor", "account", "passkeys", "twoFactor");
