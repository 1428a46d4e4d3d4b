"use client";

import { clsx } from "clsx";
import { X } from "lucide-react";
import { useTranslations } from "next-intl";
import {
  type ComponentProps,
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useId,
  useRef,
  useState,
} from "react";
import { Button, type ButtonLook } from "@/components/ui/buttons/button";
import { IconButton } from "@/components/ui/buttons/icon-button";
import type { TooltipSide } from "./tooltip";

/** A dialog in the middle of the screen, for one action or decision. */
export function Dialog(props: ModalProps) {
  return (
    <Modal
      {...props}
      className="m-auto max-h-[calc(100dvh-2rem)] w-[calc(100vw-2rem)] max-w-form scroll-pb-20 overflow-y-auto rounded-card"
    />
  );
}

/** A panel along a side of the screen: the details of a row, or the navigation on a phone. */
export function Sheet({ side = "right", ...rest }: ModalProps & { side?: "left" | "right" }) {
  return (
    <Modal
      {...rest}
      className={clsx(
        "m-0 h-dvh max-h-none w-full scroll-pb-20 overflow-y-auto border-y-0 transition-transform duration-200",
        side === "right"
          ? "ml-auto max-w-form border-r-0 starting:open:translate-x-full"
          : "max-w-72 border-l-0 starting:open:-translate-x-full",
      )}
    />
  );
}

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
function Modal({
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

type ModalTriggerLook = ButtonLook & {
  label: string;
  /** The label with its subject, where the same button is in many rows. Begins with the label. */
  fullLabel?: string;
  icon?: ReactNode;
  iconOnly?: boolean;
  side?: TooltipSide;
};

type ModalTriggerProps = ModalTriggerLook & { onClick: () => void };

function ModalTrigger({ label, fullLabel, icon, iconOnly = false, side, onClick, ...look }: ModalTriggerProps) {
  if (iconOnly) return <IconButton label={label} icon={icon} side={side} onClick={onClick} aria-haspopup="dialog" />;
  return (
    <Button {...look} icon={icon} onClick={onClick} aria-label={fullLabel} aria-haspopup="dialog">
      {label}
    </Button>
  );
}

const InDialog = createContext(false);

/** Whether this is inside a dialog, so that no second one opens over it. */
export const useInDialog = (): boolean => useContext(InDialog);

/**
 * The last line of a dialog: cancel first, with the text of its button, the action last. It stays in view while what is
 * above it scrolls.
 */
export function DialogActions({ cancel, children }: { cancel?: string; children?: ReactNode }) {
  const isInDialog = useInDialog();
  return (
    <div
      className={clsx(
        "flex flex-wrap justify-end gap-2",
        // As wide as the dialog, over its padding.
        isInDialog && "sticky bottom-0 z-10 -mx-5 -mb-5 border-line border-t bg-raised px-5 py-3",
      )}
    >
      {cancel !== undefined && <DialogClose variant="ghost">{cancel}</DialogClose>}
      {children}
    </div>
  );
}

export function DialogClose(props: Omit<ComponentProps<typeof Button>, "onClick">) {
  return <Button {...props} onClick={(event) => event.currentTarget.closest("dialog")?.close()} />;
}

/** Closes its dialog as soon as it is shown: `{state.status === "done" && <CloseDialog />}`. */
export function CloseDialog() {
  const here = useRef<HTMLSpanElement>(null);
  useEffect(() => here.current?.closest("dialog")?.close(), []);
  return <span ref={here} hidden />;
}
