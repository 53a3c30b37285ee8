/** The requests. Every request is different, so that none is answered from the memo. */
export const kinds = ["plan", "run", "draft", "react"] as const;
export type Kind = (typeof kinds)[number];

export type LoadRequest = { path: string; body: string };

export const askings: Readonly<Record<Kind, (at: number) => LoadRequest>> = {
  plan: (at) => ({
    path: "/plan",
    body: JSON.stringify({
      session_id: 1,
      message: `We need to generate a purchase order from quote Q-${at}`,
      context: { company_id: 92, user_id: 731, locale: "en-US" },
    }),
  }),
  run: (at) => ({ path: "/runs", body: JSON.stringify({ steps: [step(at, 0), step(at, 1), step(at, 2)] }) }),
  draft: (at) => ({
    path: "/drafts",
    body: JSON.stringify({ text: `Create issue "Check the offer ${at}" in linear` }),
  }),
  react: (at) => ({
    path: "/plan/react",
    body: JSON.stringify({
      request_id: `r${at}`,
      goal: { description: `Say the time ${at}` },
      toolset: [{ tool_id: "echo_tool" }],
    }),
  }),
};

/** Reads, one after another. */
function step(at: number, place: number): object {
  const after = place === 0 ? {} : { dependsOn: [`s${place - 1}`] };
  return { id: `s${place}`, kind: "tool", tool: "echo_tool", args: { text: `${at}.${place}` }, ...after };
}
