import { expect, it } from "vitest";
import { pastParticiple } from "./past-participle.ts";

it.each([
  ["Create", "created"],
  ["Send", "sent"],
  ["Apply", "applied"],
  ["Pay", "paid"],
  ["Deploy", "deployed"],
  ["Ship", "shipped"],
  ["Submit", "submitted"],
  ["Transfer", "transferred"],
  ["Edit", "edited"],
  ["Add", "added"],
  ["Fix", "fixed"],
  ["E-mail", "e-mailed"],
  ["constructor", "constructored"],
])("%s: %s", (verb, past) => expect(pastParticiple(verb)).toBe(past));
