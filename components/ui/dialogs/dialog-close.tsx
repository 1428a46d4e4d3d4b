"use client";

import type { ComponentProps } from "react";
import { Button } from "@/components/ui/buttons/button";

export function DialogClose(props: Omit<ComponentProps<typeof Button>, "onClick">) {
  return <Button {...props} onClick={(event) => event.currentTarget.closest("dialog")?.close()} />;
}
