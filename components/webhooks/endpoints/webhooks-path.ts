import type { Route } from "next";
import { withQuery } from "@/lib/platform/with-query";
import type { DeliveriesAddress, Span } from "@/lib/webhooks/delivery-log/schema";

export const webhooksPath = (business: string): Route => `/console/${business}/webhooks` as Route;

export const newEndpointPath = (business: string): Route => `${webhooksPath(business)}/new` as Route;

export const endpointPath = (business: string, id: string, address: { span?: Span } = {}): Route =>
  withQuery(`${webhooksPath(business)}/${id}`, address);

export const endpointSettingsPath = (business: string, id: string): Route =>
  `${endpointPath(business, id)}/settings` as Route;

export const drillPath = (business: string, id: string): Route => `${endpointPath(business, id)}/drill` as Route;

export const deliveriesPath = (business: string, id: string, address: DeliveriesAddress = {}): Route =>
  withQuery(`${endpointPath(business, id)}/deliveries`, address);

export const deliveryPath = (business: string, id: string, deliveryId: string): Route =>
  `${deliveriesPath(business, id)}/${deliveryId}` as Route;
