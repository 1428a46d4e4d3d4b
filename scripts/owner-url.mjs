let given;

/** Removes the database owner's URL from the environment, so that no module or child process can read it. */
export function takeOwnerUrl() {
  given ??= process.env.DATABASE_OWNER_URL || undefined;
  delete process.env.DATABASE_OWNER_URL;
  return given;
}
