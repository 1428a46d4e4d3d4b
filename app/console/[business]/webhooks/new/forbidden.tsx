import { forbiddenPage } from "@/components/shell/forbidden-page";

export default forbiddenPage("webhooks", "webhooks.mayNotWrite");
