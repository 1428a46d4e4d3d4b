/** The names of this machine in URLs of its own browsers. */
export const loopbackHosts = ["localhost", "127.0.0.1", "[::1]"];

/** Whether a host name or address means this machine and no other. */
export const isLoopback = (host: string): boolean => host === "::1" || loopbackHosts.includes(host);
