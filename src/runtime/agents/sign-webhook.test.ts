import { describe, expect, it } from "vitest";
import { webhookHeaders } from "./sign-webhook.ts";

const message = { id: "msg_1", timestampSeconds: 1_700_000_000, body: '{"text":"Look!"}' };
const secret = `whsec_${Buffer.from("a secret of our own").toString("base64")}`;

describe("webhookHeaders", () => {
  it("signs id, timestamp and body", () => {
    // echo -n 'msg_1.1700000000.{"text":"Look!"}' | openssl dgst -sha256 -hmac 'a secret of our own' -binary | base64
    expect(webhookHeaders(message, secret)).toEqual({
      "webhook-id": "msg_1",
      "webhook-timestamp": "1700000000",
      "webhook-signature": "v1,hu6a41/amA31A3ejeaWa9U0Nvrw52AOh069onno4KzQ=",
    });
  });

  it("signs with each secret while one replaces another", () => {
    const { "webhook-signature": both = "" } = webhookHeaders(message, `${secret} whsec_bmV3`);
    expect(both.split(" ")).toHaveLength(2);
    expect(both).toContain(webhookHeaders(message, secret)["webhook-signature"]);
  });

  it("has no signature without a secret", () => {
    expect(webhookHeaders(message, "")).not.toHaveProperty("webhook-signature");
  });
});
