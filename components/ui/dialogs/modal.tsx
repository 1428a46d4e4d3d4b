"use client";

import { clsx } from "clsx";
import { X } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { IconButton } from "@/components/ui/buttons/icon-button";
import { InDialog } from "./in-dialog";
import { ModalTrigger, type ModalTriggerLook } from "./modal-trigger";

export type ModalProps = {
  title: string;
  lead?: ReactNode;
  /** The button that opens it; without one it is open at first. `hidden`: not offered now; an open dialog stays. */
  trigger?: ModalTriggerLook & { hidden?: boolean };
  /** A click outside does not close it: for content that cannot be shown again. */
  keepOpen?: boolean;
  onClose?: () => void;
  /** It opens by itself on a URL that ends in this. */
  hash?: `#${string}`;
  children: ReactNode;
};

/** The browser's own modal dialog. Its content is mounted only while open: forms start empty, and no secret remains. */
export function Modal({
  title,
  lead,
  trigger,
  keepOpen,
  onClose,
  hash,
  className,
  children,
}: ModalProps & { className: string }) {
  const t = useTranslations("ui");
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  // Changes with each opening, so that the content is mounted again.
  const [opening, setOpening] = useState(trigger ? 0 : 1);

  useEffect(() => {
    if (!opening || dialog.current?.open) return;
    dialog.current?.showModal();
    const field = dialog.current?.querySelector<HTMLElement>("input:not([type=hidden]), select, textarea");
    (field ?? dialog.current)?.focus();
  }, [opening]);

  useEffect(() => {
    const open = () => hash && location.hash === hash && setOpening((count) => count + 1);
    open();
    addEventListener("hashchange", open);
    return () => removeEventListener("hashchange", open);
  }, [hash]);

  const close = () => {
    if (hash && location.hash === hash) history.replaceState(history.state, "", location.pathname + location.search);
    // The browser returns the focus before the close event, so a quick user can have opened it again by then.
    if (!dialog.current?.open) setOpening(0);
    onClose?.();
  };

  return (
    <>
      {trigger && !trigger.hidden && <ModalTrigger {...trigger} onClick={() => setOpening((count) => count + 1)} />}
      <dialog
        ref={dialog}
        aria-labelledby={id}
        tabIndex={-1}
        closedby={keepOpen ? "closerequest" : "any"}
        onClose={close}
        // It can be in a table cell with right-aligned text.
        className={clsx("border border-line bg-raised text-left text-ink shadow-float outline-none", className)}
      >
        {opening > 0 && (
          <div key={opening} className="grid gap-4 p-5">
            <div className="flex items-start justify-between gap-4">
              <div className="grid min-w-0 gap-1">
                <h2 id={id} className="wrap-anywhere font-semibold text-lg">
                  {title}
                </h2>
                {lead && <p className="text-muted">{lead}</p>}
              </div>
              <span className="-mt-1.5 -mr-2">
                <IconButton label={t("close")} icon={<X />} side="bottom" onClick={() => dialog.current?.close()} />
              </span>
            </div>
            <InDialog value={true}>{children}</InDialog>
          </div>
        )}
      </dialog>
    </>
  );
}
