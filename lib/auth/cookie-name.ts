/** The session's cookie: next-auth's routes and our actions issue the same one, bound to this very host on https. */
export const sessionCookie = (secure: boolean): string => `${secure ? "__Host-" : ""}next-auth.session-token`;
