import { type AllowList, allowNothing, parseAllowList } from "../../tools/http/allow-list.ts";

/** Allows calls to the host and port of a configured URL, also on private networks, and to nothing else. */
export function allowsUrl(text: string | undefined): AllowList {
  const url = text === undefined ? null : URL.parse(text);
  if (url === null) return allowNothing;
  const port = url.port === "" ? (url.protocol === "https:" ? "443" : "80") : url.port;
  const parsed = parseAllowList([`${url.hostname}:${port}`]);
  return "problem" in parsed ? allowNothing : parsed.allows;
}
