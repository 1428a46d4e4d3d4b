"use client";

import type { ComponentProps } from "react";
import { Input } from "@/components/ui/fields/controls";
import { shortenSecrets } from "@/lib/platform/text";

/** A search field whose text becomes part of the URL: of an API key only its end stays in it. */
export const SearchInput = (props: ComponentProps<typeof Input>) => (
  <Input
    {...props}
    onInput={({ currentTarget }) => {
      const shortened = shortenSecrets(currentTarget.value);
      if (shortened !== currentTarget.value) currentTarget.value = shortened;
    }}
  />
);
