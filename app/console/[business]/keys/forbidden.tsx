import { forbiddenPage } from "@/components/shell/forbidden-page";

export default forbiddenPage("keys");
