import type { ReactNode } from "react";
import { Forbidden } from "@/components/shell/forbidden";
import { setPageStatus } from "@/lib/platform/page-status";

/** The content of a page that the member's role may not see, with status 403. */
export function ForbiddenContent({ children }: { children: ReactNode }) {
  setPageStatus(403);
  return <Forbidden>{children}</Forbidden>;
}
