import { type InboxItem, readInbox } from "../pages/inbox/inbox-item.ts";
import { type Query, useQuery } from "./use-query.ts";

/** The open inbox items; the navigation, the inbox and the notifications share one request. */
export function useInbox(): Query<InboxItem[]> {
  return useQuery(["inbox"], readInbox, { on: ["draft", "escalation", "run"] });
}
