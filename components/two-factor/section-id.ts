/** Where on the page the app and the recovery codes are. */
export const sectionId = "two-factor";
