import type { ReactNode } from "react";
import { Button } from "@/components/ui/buttons/button";
import type { ButtonLook } from "@/components/ui/buttons/button-class";
import { IconButton } from "@/components/ui/buttons/icon-button";
import type { TooltipSide } from "./tooltip";

export type ModalTriggerLook = ButtonLook & {
  label: string;
  /** The label with its subject, where the same button is in many rows. Begins with the label. */
  fullLabel?: string;
  icon?: ReactNode;
  iconOnly?: boolean;
  side?: TooltipSide;
};

type ModalTriggerProps = ModalTriggerLook & { onClick: () => void };

export function ModalTrigger({ label, fullLabel, icon, iconOnly = false, side, onClick, ...look }: ModalTriggerProps) {
  if (iconOnly) return <IconButton label={label} icon={icon} side={side} onClick={onClick} aria-haspopup="dialog" />;
  return (
    <Button {...look} icon={icon} onClick={onClick} aria-label={fullLabel} aria-haspopup="dialog">
      {label}
    </Button>
  );
}
