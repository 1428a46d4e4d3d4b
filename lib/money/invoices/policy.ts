import "server-only";
import { env } from "@/lib/platform/env";

/** Whether an order with an invoice gets one by itself once it is paid. Otherwise none is offered with an order. */
export const invoicesOrders = (): boolean => env.INVOICE_POLICY === "on_topup" && env.seller !== null;
