import { Dialog } from "@/components/ui/dialogs/dialog";
import type { ModalProps } from "@/components/ui/dialogs/modal";
import { ActForm, type ActFormProps } from "./act-form";

type ActDialogProps<Data> = Omit<ActFormProps<Data>, "submit"> &
  Pick<ModalProps, "title" | "lead"> & {
    trigger: NonNullable<ModalProps["trigger"]>;
    /** The same words as on the button that opens it, unless others are given. */
    submit?: string;
  };

export const ActDialog = <Data,>({ title, lead, trigger, submit = trigger.label, ...form }: ActDialogProps<Data>) => (
  <Dialog {...{ title, lead, trigger }}>
    <ActForm {...form} submit={submit} />
  </Dialog>
);
