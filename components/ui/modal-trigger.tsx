import { Button } from "./button";
import { IconButton } from "./icon-button";
import type { ModalProps } from "./modal";

type ModalTriggerProps = Omit<NonNullable<ModalProps["trigger"]>, "hidden"> & { onClick: () => void };

export function ModalTrigger({ label, icon, iconOnly = false, side, onClick, ...look }: ModalTriggerProps) {
  if (iconOnly) return <IconButton label={label} icon={icon} side={side} onClick={onClick} aria-haspopup="dialog" />;
  return (
    <Button {...look} icon={icon} onClick={onClick} aria-haspopup="dialog">
      {label}
    </Button>
  );
}
