"use client";

import type { Route } from "next";
import { useTranslations } from "next-intl";
import { Dialog } from "@/components/ui/dialogs/dialog";
import { Form } from "@/components/ui/fields/form";
import { Fact } from "@/components/ui/text/fact";
import { Link } from "@/components/ui/text/link";
import { Money } from "@/components/ui/text/money";
import { requestInvoiceAction } from "@/lib/money/invoices/actions";
import type { BuyerReview } from "@/lib/money/invoices/details/schema";
import type { Invoiceable } from "@/lib/money/invoices/schema";
import { BuyerFacts, TaxCodeCheck } from "./buyer-facts";

/** Where the tax authority says whose a tax code is. */
const lookupUrl = "https://tracuunnt.gdt.gov.vn";

type RequestInvoiceFormProps = { business: string; buyer: BuyerReview; item: Invoiceable };

/** Shows the buyer and the amount before an invoice is requested. */
export function RequestInvoiceForm({ business, buyer, item: { subject, about, amountVnd } }: RequestInvoiceFormProps) {
  const t = useTranslations("eInvoices");
  const label = t("request");
  return (
    <Dialog
      title={t("review.title")}
      lead={t("review.lead")}
      trigger={{ label, fullLabel: about ? `${label}: ${about}` : undefined, size: "small" }}
    >
      <Form
        action={requestInvoiceAction}
        hidden={{ business, subject, seen: buyer.seen }}
        cancel={t("review.cancel")}
        submit={t("review.submit")}
        closesDialog
      >
        {(state) => (
          <>
            <BuyerFacts buyer={buyer} />
            <dl>
              <Fact label={t("review.amount")}>
                <Money amountMilli={amountVnd * 1000n} /> <span className="text-muted">{about}</span>
              </Fact>
            </dl>
            <p className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
              <Link href={`/console/${business}/settings#invoice` as Route} className="underline underline-offset-2">
                {t("review.edit")}
              </Link>
              <a href={lookupUrl} target="_blank" rel="noreferrer" className="underline underline-offset-2">
                {t("review.lookup")}
              </a>
            </p>
            {buyer.isDoubtful && <TaxCodeCheck id={`unchecked-${subject}`} state={state} />}
          </>
        )}
      </Form>
    </Dialog>
  );
}
