import { z } from "zod";
import type { Store } from "../../ports/store.ts";
import { retryOnConflict } from "../retry-on-conflict.ts";

const kind = "chat.slack";
/** A message that shows a card; `delivery` is the message or tap that it answered. */
const SlackPost = z.strictObject({ cardId: z.string(), ts: z.string(), delivery: z.string().exactOptional() });
type SlackPost = z.infer<typeof SlackPost>;
const Stored = z.strictObject({ posts: z.array(SlackPost) });

/** Messages remembered in each channel. */
const remembered = 60;

/** Which message of a channel shows which card. */
export type SlackPosts = {
  find(channel: string, of: { cardId: string } | { ts: string }): Promise<SlackPost | undefined>;
  put(channel: string, post: SlackPost): Promise<void>;
};

export function createSlackPosts(store: Store, tenant: string): SlackPosts {
  const read = async (channel: string) => {
    const found = await store.record({ tenant, kind, id: channel });
    return { version: found?.version ?? 0, posts: found === undefined ? [] : Stored.parse(found.body).posts };
  };
  return {
    async find(channel, of) {
      const { posts } = await read(channel);
      return posts.findLast((post) => ("cardId" in of ? post.cardId === of.cardId : post.ts === of.ts));
    },
    put: (channel, post) =>
      retryOnConflict(async () => {
        const { posts, version } = await read(channel);
        const body = { posts: [...posts.filter(({ ts }) => ts !== post.ts), post].slice(-remembered) };
        await store.write((tx) => tx.putRecord({ tenant, kind, id: channel, body }, version));
      }),
  };
}
