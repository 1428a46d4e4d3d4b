import { useTranslations } from "next-intl";

/** In the order of the page; `/site.js` fills in each. */
const figures = ["spentVnd", "capVnd", "leftVnd", "balanceVnd", "jobs", "perMinute", "concurrent", "running"] as const;

const facts = ["name", "mode", "scopes", "expiresAt", "window"] as const;

/**
 * A holder of a key sees what it spent and may still do, without an account. `/site.js` sends the key to `GET /usage/me`, in
 * the header alone: the field has no name, so that no form and no URL has its value, and is emptied once it was sent.
 */
export function KeyUsage() {
  const t = useTranslations("keyUsage");
  return (
    <main id="content" className="mx-auto grid w-full max-w-page min-w-0 content-start gap-6 py-10">
      <header className="grid gap-2">
        <h1 className="font-semibold text-2xl">{t("title")}</h1>
        <p className="max-w-text text-lg text-muted">{t("lead")}</p>
      </header>
      <noscript>
        <p>{t("noScript")}</p>
      </noscript>
      <form
        className="panel key-usage"
        data-none={t("none")}
        data-hidden={t("hidden")}
        data-never={t("never")}
        data-failed={t("failed")}
        data-missing={t("missing")}
        data-live={t("modes.live")}
        data-test={t("modes.test")}
        data-running={t("runningOf")}
      >
        <label>
          {t("key")}
          <input
            type="text"
            className="masked font-mono"
            required
            maxLength={200}
            autoComplete="off"
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            data-1p-ignore
            data-lpignore="true"
            aria-describedby="key-privacy"
          />
        </label>
        <p id="key-privacy" className="text-muted text-sm">
          {t("privacy")}
        </p>
        <p>
          <button type="submit" className="act">
            {t("show")}
          </button>
        </p>
        <p role="alert" className="problem text-danger" />
        <output hidden className="grid gap-6">
          <dl className="grid gap-px overflow-clip rounded-card border border-line bg-line sm:grid-cols-2 lg:grid-cols-4">
            {figures.map((name) => (
              <div key={name} className="bg-raised px-4 py-3">
                <dt className="text-muted text-sm">{t(`figures.${name}`)}</dt>
                <dd data-of={name} className="font-semibold text-lg tabular-nums wrap-anywhere" />
              </div>
            ))}
          </dl>
          <dl className="grid gap-3 sm:grid-cols-2">
            {facts.map((name) => (
              <div key={name}>
                <dt className="text-muted text-sm">{t(`facts.${name}`)}</dt>
                <dd data-of={name} className="wrap-anywhere" />
              </div>
            ))}
          </dl>
          <p className="max-w-text text-muted text-sm">{t("ofBusiness")}</p>
        </output>
      </form>
    </main>
  );
}
