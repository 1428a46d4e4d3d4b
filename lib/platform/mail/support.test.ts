// @module-tag promise
import { expect, test } from "vitest";
import { rejectedState } from "@/lib/access/auth/rejected-state";
import { writeLlmsText } from "@/lib/api/openapi/llms";
import { describeError } from "@/lib/api/problem";
import { AppError } from "@/lib/platform/errors";
import { catalogues } from "@/lib/platform/i18n/catalogues";

process.env.SUPPORT_URL = "https://help.example.com/vang";
process.env.SUPPORT_EMAIL = "help@example.com";

test("an internal error names the support contact, in both languages, the API's text and forms", () => {
  const { message, messageVi } = describeError(new AppError("INTERNAL"), "req_1");
  expect(message).toContain("contact https://help.example.com/vang with the request ID");
  expect(messageVi).toContain("liên hệ https://help.example.com/vang kèm mã yêu cầu");
  expect(rejectedState(new AppError("INTERNAL"), new FormData(), "en")).toMatchObject({ message });
  const text = writeLlmsText();
  expect(text).toContain(`- INTERNAL (500): ${message}`);
  expect(text).toContain("Support: help@example.com");
});

test("no message asks anyone to reply to an email", () => {
  const say = JSON.stringify(catalogues);
  expect(say).not.toMatch(/(answer|reply to) this e?mail|trả lời (thư|email) này/i);
});
