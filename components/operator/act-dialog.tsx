import { Dialog } from "@/components/ui/dialogs/dialog";
import type { ModalProps } from "@/components/ui/dialogs/modal";
import { ActForm, type ActFormProps } from "./act-form";

type ActDialogProps<Data> = ActFormProps<Data> & Pick<ModalProps, "title" | "lead" | "trigger">;

export const ActDialog = <Data,>({ title, lead, trigger, ...form }: ActDialogProps<Data>) => (
  <Dialog {...{ title, lead, trigger }}>
    <ActForm {...form} />
  </Dialog>
);
