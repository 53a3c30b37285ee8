import { describe, expect, it } from "vitest";
import { recurringRequest } from "./recurring-request.ts";

const setting = { now: "2026-11-16T10:00:00Z", zone: "Europe/Moscow" };

describe("a request to do something again and again", () => {
  it.each([
    ["Every Monday at 9 create a task to call Acme", "0 9 * * 1", "create a task to call Acme"],
    ["Каждый понедельник в 9 создай задачу: позвонить Ромашке", "0 9 * * 1", "создай задачу: позвонить Ромашке"],
    ["По вторникам в 10 утра создай задачу проверить почту", "0 10 * * 2", "создай задачу проверить почту"],
    ["Every weekday at 8am show the pipeline", "0 8 * * 1,2,3,4,5", "show the pipeline"],
    ["Every Monday and Thursday at 17:30 create a task: stand-up", "30 17 * * 1,4", "create a task: stand-up"],
    ["каждый месяц создай задачу оплатить аренду", "0 9 1 * *", "создай задачу оплатить аренду"],
    ["create a task to water the plants every day at 18:30", "30 18 * * *", "create a task to water the plants"],
    ["Every 6 hours show the stock of bolts", "0 */6 * * *", "show the stock of bolts"],
  ])("%s", (text, cron, rest) => {
    expect(recurringRequest(text, setting)).toMatchObject({ cron, rest });
  });

  it.each([
    ["a period in a title", "create a task: prepare the weekly report"],
    ["a period without a time behind a title", "create a task to water the plants every day"],
    ["a period that cron does not have", "Every 2 weeks create a task"],
    ["something that happens", "Every Monday we meet, create a task to prepare"],
    ["no period", "create a task for Monday at 9"],
  ])("is not %s", (_, text) => {
    expect(recurringRequest(text, setting)).toBeUndefined();
  });
});
