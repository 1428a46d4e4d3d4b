import { messagesLayout } from "@/components/shell/client-messages";

export default messagesLayout("playground", "pronunciations", "transcriptEditor", "books");
