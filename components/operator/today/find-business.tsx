"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { businessPath } from "@/components/operator/businesses/business-path";
import { BusinessPicker } from "@/components/operator/lazy-fields";
import { Button } from "@/components/ui/buttons/button";

/** Where most work that nothing waits for begins: the page of a business, or the list of all that match. */
export function FindBusiness() {
  const t = useTranslations("operator.today");
  const router = useRouter();
  return (
    <search>
      <form action="/operator/businesses" className="flex max-w-form items-end gap-2">
        <div className="min-w-0 flex-1">
          <BusinessPicker name="q" label={t("findBusiness")} onPick={({ id }) => router.push(businessPath(id))} />
        </div>
        <Button type="submit">{t("find")}</Button>
      </form>
    </search>
  );
}
