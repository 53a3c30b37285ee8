import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../../plan/json.ts";
import { createToolbox } from "../../../plan/tool-spec.ts";
import { planGoal } from "../plan-goal.ts";

const text = (description: string, more: JsonObject = {}): JsonObject => ({ type: "string", description, ...more });
const one = (description: string, ...values: string[]): JsonObject => text(description, { enum: values });
const whole = (description: string): JsonObject => ({ type: "integer", description });
const amount = (description: string): JsonObject => ({ type: "number", description });
const flag = (description: string): JsonObject => ({ type: "boolean", description, default: false });

const tool = (name: string, description: string, required: string, properties: JsonObject) => ({
  name,
  description,
  inputSchema: { type: "object", properties, required: required.split(" ").filter((word) => word !== "") },
});

const tools = [
  tool("convert_money", "Convert an amount of money from one currency to another.", "amount source target", {
    amount: amount("Amount to convert"),
    source: text("Currency to convert from, as an ISO 4217 code"),
    target: text("Currency to convert to, as an ISO 4217 code"),
  }),
  tool("send_abroad", "Send money to a foreign bank account.", "iban amount currency", {
    iban: text("IBAN of the receiver"),
    amount: amount("Amount"),
    currency: one("Currency of the transfer", "USD", "EUR", "GBP"),
  }),
  tool("translate", "Translate a text into another language.", "text to", {
    text: text("Text to translate"),
    to: text("Target language as a two-letter code, e.g. 'de'"),
  }),
  tool("public_holidays", "List the public holidays of a country in a year.", "country year", {
    country: text("Two-letter country code, e.g. 'FR'"),
    year: whole("Year"),
  }),
  tool("set_reminder", "Set a reminder for a given time.", "time", {
    time: text("Time in the format HH:MM (24-hour)"),
    purpose: text("What the reminder is for"),
    repeat: one("How often it repeats", "once", "daily", "weekly"),
  }),
  tool("search_trains", "Search trains between two cities.", "origin destination date", {
    origin: text("City of departure"),
    destination: text("City of arrival"),
    date: text("Date of departure (day-month-year)"),
    sort: one("Order of results by price", "asc", "desc"),
    in_person: flag("Whether the ticket is shown in person"),
  }),
  tool("current_weather", "Get the current weather of a city.", "location", {
    location: text("The city and state, e.g. 'Denver, CO'"),
    unit: one("Unit of temperature", "celsius", "fahrenheit"),
  }),
  tool("list_tickets", "List tickets.", "", {
    status: one("State", "open", "in_progress", "closed"),
    priority: one("Priority: P1 is critical, P2 is high, P3 is low", "P1", "P2", "P3"),
  }),
  tool("close_ticket", "Close a ticket.", "ticket_id", {
    ticket_id: whole("Number of the ticket"),
    reason: text("Why it is closed"),
  }),
  tool("set_volume", "Set the volume of the speaker.", "level", {
    level: whole("Volume level from 0 (mute) to 100 (maximum)"),
  }),
  tool("find_films", "Find films by genre or director.", "", {
    genre: one("Genre of the film", "Comedy", "Horror", "Sci-fi"),
    director: text("Name of the director"),
  }),
  tool("fetch_logs", "Fetch the log lines of a service.", "service", {
    service: text("Name of the service"),
    since: text("Start, ISO 8601 timestamp"),
    level: one("Least severity", "debug", "error"),
  }),
  tool("send_message", "Send a message to a person.", "recipient text", {
    recipient: text("Name of the person"),
    text: text("Text of the message"),
  }),
];

type Tool = { name: string; args: JsonObject };

function planned(goal: string, ...names: string[]): Tool[] | string {
  const toolbox = [...createToolbox(tools.filter((row) => names.includes(row.name))).values()];
  const outcome = planGoal({ goal, toolbox, now: "2025-01-15T12:00:00Z", zone: "UTC" });
  return outcome.kind === "plan" ? outcome.calls.map(({ tool: name, args }) => ({ name, args })) : outcome.kind;
}

describe("values that a tool spells in another way than people do", () => {
  it.each<[string, string, JsonObject]>([
    ["how much is 40 british pounds in japanese yen", "convert_money", { amount: 40, source: "GBP", target: "JPY" }],
    ["Сколько будет 300 долларов в евро?", "convert_money", { amount: 300, source: "USD", target: "EUR" }],
    ["Send €75 to DE8937040044", "send_abroad", { iban: "DE8937040044", amount: 75, currency: "EUR" }],
    ["Translate 'good night' into Portuguese", "translate", { text: "good night", to: "pt" }],
    ["Переведи «доброе утро» на немецкий", "translate", { text: "доброе утро", to: "de" }],
    ["public holidays in the Netherlands in 2026", "public_holidays", { country: "NL", year: 2026 }],
    ["remind me to call the plumber at 9am", "set_reminder", { time: "09:00", purpose: "call the plumber" }],
    [
      "set a reminder for 21:15 to take out the bins every day",
      "set_reminder",
      { time: "21:15", purpose: "take out the bins", repeat: "daily" },
    ],
    [
      "trains from Oslo to Bergen on 2025 April 4th sorted by price in descending order",
      "search_trains",
      { origin: "Oslo", destination: "Bergen", date: "04-04-2025", sort: "desc" },
    ],
    ["weather in Portland, Oregon", "current_weather", { location: "Portland, OR" }],
    [
      "hi! I'm off to my sister's this weekend and never know what to pack, so could you tell me what the weather is like in Austin, Texas?",
      "current_weather",
      { location: "Austin, TX" },
    ],
    [
      "current weather in Boston, Massachusetts in °F",
      "current_weather",
      { location: "Boston, MA", unit: "fahrenheit" },
    ],
    ["list tickets that are in progress", "list_tickets", { status: "in_progress" }],
    ["list the critical tickets", "list_tickets", { priority: "P1" }],
    ["close ticket 88 because it was sent twice", "close_ticket", { ticket_id: 88, reason: "it was sent twice" }],
    ["mute the speaker", "set_volume", { level: 0 }],
    ["science fiction films", "find_films", { genre: "Sci-fi" }],
    [
      "I want to watch a horror film directed by Jordan Peele",
      "find_films",
      { genre: "Horror", director: "Jordan Peele" },
    ],
    [
      "fetch the logs of auth_gateway since 2025-01-14T08:00:00Z",
      "fetch_logs",
      { service: "auth_gateway", since: "2025-01-14T08:00:00Z" },
    ],
    [
      "Level: error\nService: billing-core\nplease fetch the logs",
      "fetch_logs",
      { service: "billing-core", level: "error" },
    ],
    [
      "Send a message to Ken: the server room is flooding",
      "send_message",
      { recipient: "Ken", text: "the server room is flooding" },
    ],
  ])("%s", (goal, name, args) => {
    expect(planned(goal, name)).toEqual([{ name, args }]);
  });

  it("looks at something only with a tool that looks", () => {
    expect(planned("show me the ten newest tickets", "close_ticket", "list_tickets")).toEqual([
      { name: "list_tickets", args: {} },
    ]);
    expect(planned("show ticket 12", "close_ticket")).toBe("none");
  });
});
