import { getTranslations } from "next-intl/server";
import { BusinessPicker } from "@/components/operator/lazy-fields";
import { PricePreviewCard } from "@/components/operator/prices/price-lists";
import { WayBack } from "@/components/operator/way-back";
import { Button } from "@/components/ui/buttons/button";
import { Notice } from "@/components/ui/feedback/notice";
import { AmountField } from "@/components/ui/fields/amount-field";
import { Field, SelectField } from "@/components/ui/fields/field";
import { Card } from "@/components/ui/text/card";
import { Page } from "@/components/ui/text/page";
import { StaffError } from "@/lib/access/audit/platform-acts";
import { requireStaff } from "@/lib/access/auth/staff";
import { staffCan } from "@/lib/access/principals/roles";
import type { StaffMember } from "@/lib/access/principals/staff";
import { findOffered } from "@/lib/operator/businesses/list";
import { listPricedModels, type PricePreview, previewPrice } from "@/lib/operator/prices/list";
import { newPriceAddressSchema, plannedPriceSchema } from "@/lib/operator/prices/schema";
import { AppError } from "@/lib/platform/errors";
import { type Complaint, listComplaints } from "@/lib/platform/form";
import { pageTitle } from "@/lib/platform/i18n/page-title";

export const generateMetadata = pageTitle("operator.prices", "new");

type Stated = PricePreview | { complaints: Record<string, Complaint> };

/** What the stated price would do, or what is wrong with its fields. */
async function findPreview(staff: StaffMember, typed: Record<string, string>): Promise<Stated> {
  const price = plannedPriceSchema.safeParse(typed);
  if (!price.success) return { complaints: listComplaints(price.error) };
  try {
    return await previewPrice(staff, price.data);
  } catch (error) {
    if (error instanceof StaffError) return { complaints: { from: { message: error.id, values: error.values } } };
    if (!(error instanceof AppError)) throw error;
    const { message = "", values } = error.details;
    return error.code === "NOT_FOUND"
      ? { complaints: { business: { message, values } } }
      : { complaints: { model: { message: "operator.prices.modelRequired" } } };
  }
}

/** A price is stated in the address, so that its preview can be shown to someone else. */
export default async function NewPricePage({ searchParams }: PageProps<"/operator/prices/new">) {
  const staff = await requireStaff();
  const { isStated, ...typed } = newPriceAddressSchema.parse(await searchParams);
  const [t, words, models, business, preview] = await Promise.all([
    getTranslations("operator.prices"),
    getTranslations(),
    listPricedModels(),
    findOffered(staff, typed.business),
    isStated ? findPreview(staff, typed) : null,
  ]);
  const complaints = preview && "complaints" in preview ? preview.complaints : {};
  const state = {
    status: "refused" as const,
    message: "",
    fields: Object.fromEntries(
      Object.entries(complaints).map(([name, { message, values }]) => [name, words(message, values)]),
    ),
    values: typed,
  };
  const choices = models.map(({ modelId }) => ({ value: modelId, label: modelId }));
  return (
    <Page
      title={t("new")}
      lead={t("newLead")}
      back={<WayBack href="/operator/prices" label={words("operator.nav.prices")} />}
    >
      {!staffCan(staff.role, "money") && <Notice>{words("operator.readsOnly")}</Notice>}
      <Card>
        <form action="/operator/prices/new" className="grid max-w-form gap-4">
          <SelectField name="model" label={t("model")} choices={choices} state={state} />
          <BusinessPicker
            name="business"
            label={t("business")}
            hint={t("businessHint")}
            state={state}
            picked={business}
            typed={typed.business}
          />
          <AmountField name="vnd" label={t("vnd")} state={state} />
          <Field name="from" type="datetime-local" label={t("from")} hint={t("fromHint")} state={state} />
          <div>
            <Button type="submit" name="isStated" value="1">
              {t("showPreview")}
            </Button>
          </div>
        </form>
      </Card>
      {preview && "modelId" in preview && (
        <PricePreviewCard preview={preview} typed={typed} mayAdd={staffCan(staff.role, "money")} />
      )}
    </Page>
  );
}
