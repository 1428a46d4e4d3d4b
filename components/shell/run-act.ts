import { forgetKept } from "@/components/shell/kept";
import { chooseLocaleAction, chooseThemeAction } from "@/lib/platform/i18n/actions";
import type { Act } from "./entries";

export async function runAct(act: Act): Promise<void> {
  if (act.name === "signOut") {
    forgetKept();
    const form = document.createElement("form");
    Object.assign(form, { method: "post", action: "/sign-out" });
    document.body.append(form);
    form.requestSubmit();
    return;
  }
  const form = new FormData();
  form.set(act.name, act.value);
  await (act.name === "theme" ? chooseThemeAction(form) : chooseLocaleAction(form));
}
