import { Modal, type ModalProps } from "./modal";

/** A dialog in the middle of the screen, for one action or decision. */
export function Dialog(props: ModalProps) {
  return (
    <Modal
      {...props}
      className="m-auto max-h-[calc(100dvh-2rem)] w-[calc(100vw-2rem)] max-w-form overflow-y-auto rounded-card"
    />
  );
}
