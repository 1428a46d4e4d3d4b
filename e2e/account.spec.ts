import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import sharp from "sharp";
import { expect, expectAccessible, readIn, test } from "./fixtures";

const password = "con mèo trèo cây cau";
const fill = (page: Page, label: string, value: string) => page.getByLabel(label, { exact: true }).fill(value);

const person = async (factories: typeof import("@/prisma/factories"), userId: string) => {
  const { db } = await import("@/lib/db");
  const { hash } = await import("@node-rs/argon2");
  const passwordHash = await hash(password, { memoryCost: 19_456, timeCost: 2, parallelism: 1 });
  return db.user.update({ where: { id: userId }, data: { passwordHash } });
};
