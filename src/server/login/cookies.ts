export type CookieJar = {
  read(headers: Headers): string | undefined;
  write(text: string, options: { maxAgeMs: number; sameSite: "Lax" | "Strict" }): string;
};

/**
 * One cookie of this address. Over https its name has the prefix `__Host-`, so that neither a sibling domain nor an
 * unencrypted page can set it.
 */
export function createCookieJar(purpose: string, { protocol }: URL): CookieJar {
  const isSecure = protocol === "https:";
  const name = `${isSecure ? "__Host-" : ""}planwright-${purpose}`;
  return {
    read(headers) {
      const pairs = (headers.get("cookie") ?? "").split(/; */);
      return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1);
    },
    write: (text, { maxAgeMs, sameSite }) =>
      [
        `${name}=${text}`,
        "Path=/",
        `Max-Age=${Math.floor(maxAgeMs / 1000)}`,
        "HttpOnly",
        `SameSite=${sameSite}`,
        ...(isSecure ? ["Secure"] : []),
      ].join("; "),
  };
}

export function clearCookie(jar: CookieJar): string {
  return jar.write("", { maxAgeMs: 0, sameSite: "Strict" });
}
