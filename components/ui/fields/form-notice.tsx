import type { ReactNode } from "react";
import { Notice } from "@/components/ui/feedback/notice";
import type { ActionState } from "@/lib/platform/form";

/** Shows what a form has done, visually and to screen readers. */
export function FormNotice({ state, children }: { state: ActionState<unknown>; children: ReactNode }) {
  return (
    <div role="status" className="empty:hidden">
      {state.status === "done" && <Notice kind="success">{children}</Notice>}
    </div>
  );
}
