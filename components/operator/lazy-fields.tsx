"use client";

import dynamic from "next/dynamic";

// Most pages of the desk have a filter or a form with one of these; their scripts come after the page's own.

/** The field that asks for a business, wherever the desk does: see `BusinessBoxProps`. */
export const BusinessPicker = dynamic(() => import("./businesses/business-box").then(({ BusinessBox }) => BusinessBox));

/** For an amount to filter by. */
export const LazyAmountInput = dynamic(() =>
  import("@/components/ui/fields/amount-field").then(({ AmountInput }) => AmountInput),
);
