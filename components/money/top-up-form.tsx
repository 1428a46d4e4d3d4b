"use client";

import type { Route } from "next";
import { useLocale, useTranslations } from "next-intl";
import { type MouseEvent, useState } from "react";
import { buttonClass } from "@/components/ui/buttons/button";
import { AmountField } from "@/components/ui/fields/amount-field";
import { ChoiceCard } from "@/components/ui/fields/choice-cards";
import { Form } from "@/components/ui/fields/form";
import { Link } from "@/components/ui/text/link";
import type { BuyerReview } from "@/lib/money/invoices/details/schema";
import { createTopUpAction } from "@/lib/money/top-ups/actions";
import type { ActionState } from "@/lib/platform/form";
import { formatNumber } from "@/lib/platform/i18n/format";
import { BuyerFacts, TaxCodeCheck } from "./buyer-facts";
import { newTopUpPath } from "./top-ups-path";

const presets = [100_000, 200_000, 500_000, 1_000_000, 2_000_000, 5_000_000];

type TopUpFormProps = {
  business: string;
  amount?: string;
  formToken: string;
  /** Whom the invoice is for: `missing` before that is known, `none` where orders get no invoice. */
  buyer: BuyerReview | "missing" | "none";
};

/** The token goes with one amount: another amount after Back is another top-up, the same one is not. */
const newToken = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");

export function TopUpForm({ business, amount, formToken, buyer }: TopUpFormProps) {
  const t = useTranslations("billing.form");
  const locale = useLocale();
  const [token, setToken] = useState(formToken);
  const [chosen, setChosen] = useState(amount);
  const shown = amount && formatNumber(Number(amount), locale);

  /** Fills the amount in at once: the next click can be the one that creates the QR code. */
  function choose(event: MouseEvent<HTMLAnchorElement>, preset: number): void {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    const field = event.currentTarget.closest("form")?.elements.namedItem("amountVnd");
    if (!(field instanceof HTMLInputElement)) return;
    field.value = formatNumber(preset, locale);
    setChosen(String(preset));
    setToken(newToken());
  }
  return (
    <Form action={createTopUpAction} hidden={{ business, formToken: token }} submit={t("submit")}>
      {(state) => (
        <>
          <AmountField
            name="amountVnd"
            label={t("amount")}
            hint={t("amountHint")}
            state={state}
            defaultValue={shown}
            onChange={() => {
              setChosen(undefined);
              setToken(newToken());
            }}
          />
          {/* Links, so that they fill the amount in without scripts too. */}
          <ul aria-label={t("presets")} className="-mt-2 grid w-fit grid-cols-3 gap-2">
            {presets.map((preset) => (
              <li key={preset}>
                <Link
                  href={newTopUpPath(business, String(preset))}
                  scroll={false}
                  replace
                  onClick={(event) => choose(event, preset)}
                  aria-current={chosen === String(preset) || undefined}
                  className={`${buttonClass({ size: "small" })} w-full`}
                >
                  {formatNumber(preset, locale)}
                </Link>
              </li>
            ))}
          </ul>
          {buyer !== "none" && (
            <div className="group grid gap-1.5">
              <ChoiceCard
                // Rejected, it stays as it was sent.
                key={`invoice ${wantsInvoice(state)}`}
                defaultChecked={wantsInvoice(state)}
                type="checkbox"
                name="invoiceRequested"
                value="on"
                label={t("invoice")}
                hint={t(buyer === "missing" ? "invoiceMissing" : "invoiceHint")}
                disabled={buyer === "missing"}
              />
              {buyer !== "missing" && (
                <div className="hidden gap-1.5 group-has-[[name=invoiceRequested]:checked]:grid">
                  <input type="hidden" name="seen" value={buyer.seen} />
                  <div className="rounded-control border border-line px-3 py-2 text-sm">
                    <BuyerFacts buyer={buyer} />
                  </div>
                  {buyer.isDoubtful && <TaxCodeCheck id="unchecked" state={state} />}
                </div>
              )}
              <Link
                href={`/console/${business}/settings#invoice` as Route}
                className="justify-self-start text-sm underline underline-offset-2"
              >
                {t("invoiceEdit")}
              </Link>
            </div>
          )}
        </>
      )}
    </Form>
  );
}

const wantsInvoice = (state: ActionState<unknown>) =>
  state.status === "refused" && state.values.invoiceRequested === "on";
