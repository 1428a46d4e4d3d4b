"use client";

import { Ban, Ellipsis, RefreshCw, SlidersHorizontal } from "lucide-react";
import type { Route } from "next";
import { useTranslations } from "next-intl";
import { type ComponentProps, useState } from "react";
import { Button } from "@/components/ui/buttons/button";
import { Menu } from "@/components/ui/dialogs/menu";
import { menuItemClass } from "@/components/ui/dialogs/menu-item-class";
import { Link } from "@/components/ui/text/link";
import { RevokeKeyDialog, RotateKeyDialog } from "./key-dialogs";

type KeyActsProps = Omit<ComponentProps<typeof RevokeKeyDialog>, "onClose"> & {
  canRotate: boolean;
  /** A warning asks for a new secret: that act is beside the menu. */
  isFlagged: boolean;
};

/** What can be done with a key, in its row of the list. A dialog stays open when the row changes under it. */
export function KeyActs({ canRotate, isFlagged, ...about }: KeyActsProps) {
  const t = useTranslations("keys");
  const [open, setOpen] = useState<"rotate" | "revoke" | null>(null);
  const { business, id, name } = about;
  const close = () => setOpen(null);
  const item = { type: "button", "aria-haspopup": "dialog", className: menuItemClass } as const;

  return (
    <span className="relative z-1 inline-flex flex-wrap items-center justify-end gap-2">
      {isFlagged && canRotate && (
        <Button
          size="small"
          aria-haspopup="dialog"
          aria-label={t("rotateOf", { name })}
          onClick={() => setOpen("rotate")}
        >
          {t("rotate")}
        </Button>
      )}
      <Menu
        label={t("actsOf", { name })}
        trigger={<Ellipsis aria-hidden className="size-4" />}
        triggerClassName="inline-flex size-9 items-center justify-center rounded-control text-muted transition-colors hover:bg-sunken hover:text-ink pointer-coarse:size-11"
      >
        {canRotate && !isFlagged && (
          <button {...item} aria-label={t("rotateOf", { name })} onClick={() => setOpen("rotate")}>
            <RefreshCw aria-hidden strokeWidth={1.5} />
            {t("rotate")}
          </button>
        )}
        <Link href={`/console/${business}/keys/${id}#settings` as Route} className={menuItemClass}>
          <SlidersHorizontal aria-hidden strokeWidth={1.5} />
          {t("edit")}
        </Link>
        <button {...item} aria-label={t("revokeOf", { name })} onClick={() => setOpen("revoke")}>
          <Ban aria-hidden strokeWidth={1.5} />
          {t("revoke")}
        </button>
      </Menu>
      {open === "rotate" && <RotateKeyDialog business={business} id={id} name={name} onClose={close} />}
      {open === "revoke" && <RevokeKeyDialog {...about} onClose={close} />}
    </span>
  );
}
