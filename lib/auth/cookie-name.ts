/** next-auth's own name, so that its routes and our actions issue the same cookie. */
export const sessionCookie = (secure: boolean): string => `${secure ? "__Secure-" : ""}next-auth.session-token`;
