import { messagesLayout } from "@/components/shell/client-messages";

export default messagesLayout(
  "history",
  "longJob",
  "books",
  "playground",
  "transcriptEditor",
  "account",
  "passkeys",
  "twoFactor",
);
