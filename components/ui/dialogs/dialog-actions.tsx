import type { ReactNode } from "react";
import { DialogClose } from "./dialog-close";

/** The last line of a dialog: cancel first, with the text of its button, the action last. */
export const DialogActions = ({ cancel, children }: { cancel?: string; children?: ReactNode }) => (
  <div className="flex flex-wrap justify-end gap-2">
    {cancel !== undefined && <DialogClose variant="ghost">{cancel}</DialogClose>}
    {children}
  </div>
);
