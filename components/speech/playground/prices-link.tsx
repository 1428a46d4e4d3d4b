"use client";

import type { Route } from "next";
import { useParams } from "next/navigation";
import { useTranslations } from "next-intl";
import { Link } from "@/components/ui/text/link";

export function PricesLink() {
  const { business } = useParams<{ business: string }>();
  return (
    <Link href={`/console/${business}/billing/prices` as Route} className="underline underline-offset-2">
      {useTranslations("playground")("prices")}
    </Link>
  );
}
