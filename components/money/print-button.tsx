"use client";

import { Printer } from "lucide-react";
import { Button } from "@/components/ui/buttons/button";

export function PrintButton({ label }: { label: string }) {
  return (
    <span className="noscript:hidden print:hidden">
      <Button icon={<Printer aria-hidden />} onClick={() => print()}>
        {label}
      </Button>
    </span>
  );
}
