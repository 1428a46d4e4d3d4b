/** The sections of the page for the app and the recovery codes. */
export const sectionId = "two-factor";
