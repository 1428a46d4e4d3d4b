"use client";

import type { ComponentProps } from "react";
import { ActionForm } from "@/components/ui/fields/action-form";
import { FreshForm } from "./fresh-form";

/** An `ActionForm` whose action may ask for a proof of identity. */
export const FreshActionForm = <Data,>(form: Omit<ComponentProps<typeof ActionForm<Data>>, "frame">) => (
  <ActionForm {...form} frame={FreshForm} />
);
