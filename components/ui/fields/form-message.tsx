"use client";

import { useEffect, useRef } from "react";
import { Notice } from "@/components/ui/feedback/notice";
import type { ActionState } from "@/lib/platform/form";

type Refused = Extract<ActionState<unknown>, { status: "refused" }>;

/** An error shown at a field is not repeated: the field gets the focus. */
const isSaidAtField = ({ message, fields }: Refused) => Object.values(fields).includes(message);

/** Shows why a form was rejected, and focuses the first invalid field. A proof that is asked for is no error. */
export function FormMessage({ state }: { state: ActionState<unknown> }) {
  const message = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (state.status !== "refused") return;
    message.current?.closest("form")?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [state]);

  return (
    <div ref={message} role="alert" className="empty:hidden">
      {state.status === "refused" && !state.stepUp && !isSaidAtField(state) && (
        <Notice kind="danger">{state.message}</Notice>
      )}
    </div>
  );
}
