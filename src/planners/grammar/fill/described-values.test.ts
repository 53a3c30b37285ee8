import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../../plan/json.ts";
import type { ToolSpec } from "../../../plan/tool-spec.ts";
import { planGoal } from "../plan-goal.ts";
import type { GrammarOutcome } from "../goal.ts";

const tool = (name: string, description: string, inputSchema: JsonObject): ToolSpec => ({
  name,
  description,
  effect: "unknown",
  inputSchema: { type: "object", ...inputSchema },
});

const text = (description: string): JsonObject => ({ type: "string", description });

const tools = {
  book_room: tool("book_room", "Books a meeting room.", {
    properties: {
      floor: {
        type: "integer",
        description: "The floor: '1' for garden level, '2' for library, '3' for roof terrace.",
      },
      seats: { type: "string", description: "The seating." },
    },
    required: ["floor"],
  }),
  find_film: tool("find_film", "Finds a film.", {
    properties: { query: text("The search text in the form 'title:FilmTitle director:DirectorName'.") },
    required: ["query"],
  }),
  ping_host: tool("ping_host", "Asks a host for its health.", {
    properties: { url: text("The address, in the format 'https://{ip}/v2/health'.") },
    required: ["url"],
  }),
  open_page: tool("open_page", "Opens a page of the intranet.", {
    properties: { url: text("The URL of the page.") },
    required: ["url"],
  }),
  list_pods: tool("list_pods", "Lists the pods of a cluster.", {
    properties: { cluster: text("The cluster identifier."), size: text("The size of the pods.") },
    required: ["cluster"],
  }),
  find_order: tool("find_order", "Finds an order.", {
    properties: { order_id: text("The unique identifier of the order.") },
    required: ["order_id"],
  }),
  print_labels: tool("print_labels", "Prints labels for parcels.", {
    properties: { parcels: text("A comma-separated list of parcel numbers.") },
    required: ["parcels"],
  }),
  sales_report: tool("sales_report", "Makes a report of sales.", {
    properties: {
      period: text("The period, formatted as 'YYYY-MM-DD to YYYY-MM-DD'."),
      order: { type: "string", enum: ["ASC", "DESC"], description: "The order of the rows." },
    },
    required: ["period"],
  }),
  scan_image: tool("scan_image", "Reads the text of an image.", {
    properties: { image_path: text("The path of the image file."), question: text("What to look for.") },
    required: ["image_path", "question"],
  }),
  show_trace: tool("show_trace", "Shows a trace.", {
    properties: {
      trace_id: text("The identifier of the trace."),
      depth: { type: "integer", description: "The depth." },
    },
    required: ["trace_id"],
  }),
  watch_repos: tool("watch_repos", "Watches repositories.", {
    properties: { repos: text("A comma-separated list of repositories in the form 'owner/name'.") },
    required: ["repos"],
  }),
  list_readings: tool("list_readings", "Lists the readings of meters.", {
    properties: { perPage: { type: "integer", description: "The number of entries per page, between 5 and 250." } },
    required: ["perPage"],
  }),
  call_service: tool("call_service", "Sends a request to a service.", {
    properties: {
      url: text("The URL of the service."),
      params: { type: "object", properties: { rows: { type: "integer", description: "How many rows." } } },
    },
    required: ["url"],
  }),
  multiply: tool("multiply", "Calculates the product of two numbers.", {
    properties: { a: { type: "integer" }, b: { type: "integer" } },
    required: ["a", "b"],
  }),
  whois: tool("whois", "Tells who owns a domain.", {
    properties: { domain: text("The domain.") },
    required: ["domain"],
  }),
  find_articles: tool("find_articles", "Finds articles of the magazine.", {
    properties: { keyword: text("What to search for.") },
    required: ["keyword"],
  }),
  web_search: tool("web_search", "Searches the web and returns pages.", {
    properties: { query: text("The search query."), limit: { type: "integer", default: 5 } },
    required: ["query"],
  }),
  add_host: tool("add_host", "Adds a host to the inventory.", {
    properties: { hostName: text("The name of the host."), zone: text("The zone of the host.") },
    required: ["hostName", "zone"],
  }),
} satisfies Record<string, ToolSpec>;

function plan(goal: string, name: keyof typeof tools): GrammarOutcome {
  return planGoal({ goal, toolbox: [tools[name]], now: "2026-03-04T09:00:00Z", zone: "UTC" });
}

describe("values as the description of a parameter wants them", () => {
  it.each<[keyof typeof tools, string, JsonObject]>([
    ["book_room", "Book a meeting room on the roof terrace", { floor: 3 }],
    ["book_room", "Book the library meeting room", { floor: 2 }],
    ["find_film", "find the film 'Blue Harbour' by Ines Calder", { query: "title:Blue Harbour director:Ines Calder" }],
    ["ping_host", "ask the host 10.1.2.3 for its health", { url: "https://10.1.2.3/v2/health" }],
    ["list_pods", "list the pods of the staging cluster", { cluster: "staging" }],
    ["list_pods", "list pods of cluster C-77 with size 8", { cluster: "C-77", size: "8" }],
    ["print_labels", "print labels for the parcels P-11, P-12 and P-13", { parcels: "P-11,P-12,P-13" }],
    [
      "sales_report",
      "make a report of sales from 2026-01-05 to 2026-01-09 in descending order",
      { period: "2026-01-05 to 2026-01-09", order: "DESC" },
    ],
    [
      "scan_image",
      "read the text of the image at http://files.example.org/a.png for the question 'what is the total?'",
      { image_path: "http://files.example.org/a.png", question: "what is the total?" },
    ],
    [
      "watch_repos",
      "watch Kestrel/lantern and mill-race/wheel-house",
      { repos: "Kestrel/lantern,mill-race/wheel-house" },
    ],
    ["list_readings", "list the meter readings with max entries per page", { perPage: 250 }],
    [
      "call_service",
      "send a request to 'https://svc.example.org/v1' with 20 rows",
      { url: "https://svc.example.org/v1", params: { rows: 20 } },
    ],
    ["multiply", "compute 17 * 23", { a: 17, b: 23 }],
    ["whois", "who owns the domain example.org", { domain: "example.org" }],
    ["find_articles", "find articles of the magazine that discuss tidal power", { keyword: "tidal power" }],
    ["web_search", "who was Ada Lovelace?", { query: "Ada Lovelace" }],
    ["web_search", "what is the water cycle", { query: "water cycle" }],
    ["add_host", "Add a host to the inventory\nhostName: Orion\nzone: North", { hostName: "Orion", zone: "North" }],
    ["find_order", "find the order with id 4711-0815", { order_id: "4711-0815" }],
  ])("%s: %s", (name, goal, args) => {
    const outcome = plan(goal, name);
    expect(outcome.kind === "plan" ? outcome.calls.map((call) => call.args) : outcome).toEqual([args]);
  });

  it.each<[keyof typeof tools, string, string]>([["show_trace", "show the trace with a depth of 12", "trace_id"]])(
    "asks for a value where the goal gives it to another parameter: %s: %s",
    (name, goal, param) => {
      expect(plan(goal, name)).toMatchObject({ kind: "clarify", missing: [{ param }] });
    },
  );

  it.each([
    "turn off the heating",
    "remind me who was late",
    "what is the total of the last ten invoices we sent to Acme",
  ])("searches the web only where the whole goal asks about one thing: %s", (goal) => {
    expect(plan(goal, "web_search")).toMatchObject({ kind: "none" });
  });

  it.each<[keyof typeof tools, string]>([
    ["open_page", "open the page 'Holiday Calendar' of the intranet"],
    ["ping_host", "ask the host Mercury for its health"],
  ])("never passes off words as an address: %s: %s", (name, goal) => {
    expect(plan(goal, name)).toMatchObject({ kind: "clarify", missing: [{ param: "url" }] });
  });
});
