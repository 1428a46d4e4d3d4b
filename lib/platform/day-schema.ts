import { z } from "zod";

/** A day such as `2026-11-30`, from 2000 on: the database has no year 0, and JavaScript writes the year 10000 otherwise. */
export const daySchema = (message?: string) => z.iso.date({ error: message, abort: true }).regex(/^2\d{3}-/, message);
