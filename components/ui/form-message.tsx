"use client";

import { useEffect, useRef } from "react";
import type { ActionState } from "@/lib/form";
import { Notice } from "./notice";

type Refused = Extract<ActionState<unknown>, { status: "refused" }>;

/** What is said at a field already is not said twice: the reader is put there. */
const isSaidAtField = ({ message, fields }: Refused) => Object.values(fields).includes(message);

/** Says why a form was refused, and puts the reader at the first field that is wrong. */
export function FormMessage({ state }: { state: ActionState<unknown> }) {
  const message = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (state.status !== "refused") return;
    message.current?.closest("form")?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [state]);

  return (
    <div ref={message} role="alert" className="empty:hidden">
      {state.status === "refused" && !isSaidAtField(state) && <Notice kind="danger">{state.message}</Notice>}
    </div>
  );
}
