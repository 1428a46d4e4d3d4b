import type { ReactNode } from "react";
import type { ActionState } from "@/lib/form";
import { Notice } from "./notice";

/** Says what a form has done, to the eye and to a screen reader. */
export function FormNotice({ state, children }: { state: ActionState<unknown>; children: ReactNode }) {
  return (
    <div role="status" className="empty:hidden">
      {state.status === "done" && <Notice kind="success">{children}</Notice>}
    </div>
  );
}
