/** The session's cookie, a token of next-auth, bound to this very host on https. */
export const sessionCookie = (secure: boolean): string => `${secure ? "__Host-" : ""}next-auth.session-token`;
