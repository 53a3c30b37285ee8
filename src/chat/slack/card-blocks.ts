import type { Card, CardButton } from "../../contracts/api/chat.ts";

/** Slack's limits for the text of a section, the label of a button, and the blocks of a message. */
const maxSection = 2900;
const maxLabel = 75;
const maxBlocks = 50;

type Block =
  | { type: "section"; text: { type: "mrkdwn"; text: string } }
  | { type: "actions"; elements: ReturnType<typeof element>[] };

/** A card as Block Kit: its text with the first line in bold, and a row of buttons for each of its rows. */
export function cardBlocks({ text, buttons }: Card): Block[] {
  const [title = "", ...lines] = text.split("\n").map(escaped);
  const sections = chunks([title === "" ? "" : `*${title.replaceAll("*", "∗")}*`, ...lines]).map((part): Block => ({
    type: "section",
    text: { type: "mrkdwn", text: part },
  }));
  const rows = buttons.map((row, at): Block => ({
    type: "actions",
    elements: row.map((button, index) => element(button, `button-${at}-${index}`)),
  }));
  return [...sections, ...rows].slice(0, maxBlocks);
}

function element(button: CardButton, action_id: string) {
  const label = button.label.length <= maxLabel ? button.label : `${button.label.slice(0, maxLabel - 1)}…`;
  const text = { type: "plain_text" as const, text: label, emoji: true };
  if ("url" in button) return { type: "button" as const, action_id, text, url: button.url };
  const style = button.primary === true ? { style: "primary" as const } : {};
  return { type: "button" as const, action_id, text, value: button.data, ...style };
}

/** Slack reads `&`, `<` and `>` as control characters. */
export function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

/** Lines together in parts that a section takes. */
function chunks(lines: readonly string[]): string[] {
  const parts: string[] = [];
  for (const line of lines.map((one) => one.slice(0, maxSection))) {
    const last = parts.at(-1);
    if (last !== undefined && last.length + line.length < maxSection) parts[parts.length - 1] = `${last}\n${line}`;
    else parts.push(line);
  }
  return parts.filter((part) => part.trim() !== "");
}
