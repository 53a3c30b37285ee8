/** Sends a request without following redirects. */
export type Send = (request: Request) => Promise<Response>;

/** A browser without scripts: keeps cookies by origin, follows redirects and submits forms. */
export type Browser = {
  cookies: Map<string, Map<string, string>>;
  request(address: string, init?: RequestInit): Promise<Response>;
  /** Follows redirects from here, and submits every form with these fields, until a page of another kind. */
  visit(address: string, fields: Readonly<Record<string, string>>): Promise<{ address: string; response: Response }>;
};

export function openBrowser(sendTo: (origin: string) => Send): Browser {
  const cookies = new Map<string, Map<string, string>>();
  const request = async (address: string, init: RequestInit = {}): Promise<Response> => {
    const { origin } = new URL(address);
    const jar = cookies.get(origin) ?? new Map<string, string>();
    cookies.set(origin, jar);
    const headers = new Headers(init.headers);
    headers.set("cookie", [...jar].map(([name, value]) => `${name}=${value}`).join("; "));
    const response = await sendTo(origin)(new Request(address, { ...init, headers, redirect: "manual" }));
    for (const line of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (/max-age=0|expires=Thu, 01 Jan 1970/i.test(line)) jar.delete(name);
      else jar.set(name, value);
    }
    return response;
  };
  return {
    cookies,
    request,
    async visit(address, fields) {
      let [here, response] = [address, await request(address)];
      for (let hops = 0; hops < 30; hops += 1) {
        const location = response.headers.get("location");
        const page = location === null ? await response.clone().text() : "";
        const form = /<form[^>]*action="([^"]+)"/.exec(page)?.[1];
        if (location !== null) {
          here = new URL(location, here).href;
          response = await request(here);
        } else if (form !== undefined) {
          const hidden = [...page.matchAll(/name="(\w+)" value="(\w*)"/g)].map(([, name = "", value = ""]) => [
            name,
            value,
          ]);
          here = new URL(form, here).href;
          const body = new URLSearchParams({ ...Object.fromEntries(hidden), ...fields });
          response = await request(here, { method: "POST", body });
        } else return { address: here, response };
      }
      throw new Error(`too many redirects at ${here}`);
    },
  };
}
