import { clsx } from "clsx";
import { Modal, type ModalProps } from "./modal";

/** A panel along a side of the screen: the details of a row, or the navigation on a phone. */
export function Sheet({ side = "right", ...rest }: ModalProps & { side?: "left" | "right" }) {
  return (
    <Modal
      {...rest}
      className={clsx(
        "m-0 h-dvh max-h-none w-full overflow-y-auto border-y-0 transition-transform duration-200",
        side === "right"
          ? "ml-auto max-w-form border-r-0 starting:open:translate-x-full"
          : "max-w-72 border-l-0 starting:open:-translate-x-full",
      )}
    />
  );
}
