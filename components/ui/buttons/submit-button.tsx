"use client";

import type { ComponentProps } from "react";
import { useFormStatus } from "react-dom";
import { Button } from "./button";

/** Submits its form, and shows that it is running. Further clicks meanwhile do nothing. */
export function SubmitButton({
  variant = "primary",
  ...rest
}: Omit<ComponentProps<typeof Button>, "type" | "pending">) {
  const { pending } = useFormStatus();
  return (
    <Button
      {...rest}
      type="submit"
      variant={variant}
      pending={pending}
      onClick={(event) => pending && event.preventDefault()}
    />
  );
}
