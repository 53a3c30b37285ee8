import type { Json } from "../../plan/json.ts";

/** The contract's own examples, and one of each later version. */
export const serviceExamples = {
  request: {
    session_id: 4815162342,
    message: "We need to generate a purchase order from quote Q-0192",
    context: { company_id: 92, user_id: 731, locale: "en-US" },
  },
  response: {
    session_id: 4815162342,
    steps: [
      {
        id: "step-1",
        type: "tool",
        description: "Fetch quote Q-0192 details",
        payload: {
          tool_name: "quote_lookup",
          arguments: { quote_id: "Q-0192" },
          result_key: "quote_details",
        },
      },
      {
        id: "step-2",
        type: "tool",
        description: "Create purchase order from quote results",
        depends_on: ["step-1"],
        payload: {
          tool_name: "create_purchase_order",
          arguments: { quote: "{{results.quote_details}}", notify_sales_rep: true },
          result_key: "po_draft",
        },
      },
      {
        id: "step-3",
        type: "message",
        description: "Confirm purchase order draft",
        depends_on: ["step-2"],
        payload: {
          channel: "assistant",
          content: "I've created a draft purchase order from quote Q-0192. Would you like me to submit it?",
          summary: "PO draft ready",
          metadata: { draft_id: "{{results.po_draft}}" },
        },
      },
    ],
    metadata: {
      model: "planner-gpt-2024-05",
      rationale: "Tool-first plan because quote context exists in CRM",
      version: "0.1",
    },
  },
  responseWithLookup: {
    session_id: 7,
    steps: [
      {
        id: "step-1",
        type: "lookup",
        description: "Search the handbook",
        depends_on: [],
        payload: {
          query: "how do I create a purchase order",
          target: "knowledge_base",
          filters: { section: "purchasing" },
          result_key: "articles",
        },
      },
    ],
    metadata: { model: "grammar", version: "0.1" },
  },
  responseWithAction: {
    session_id: 7,
    steps: [
      {
        id: "step-1",
        type: "action",
        description: "Email the purchase order to the vendor",
        depends_on: [],
        payload: {
          action_name: "email_purchase_order",
          parameters: { purchase_order: "PO-0077" },
          execution_mode: "queue",
          result_key: "mail",
          conversation_id: 12,
        },
      },
    ],
    metadata: { model: "grammar", version: "0.2" },
  },
  responseWithSafety: {
    session_id: 7,
    steps: [
      {
        id: "step-1",
        type: "safety",
        description: "Check the order against the spending limit",
        depends_on: [],
        payload: {
          check_name: "spending_limit",
          severity: "block",
          policy_tags: ["finance"],
          detected_issues: ["total is above 10,000"],
          requires_manual_review: true,
          resolution: "ask the owner",
          fallback_step: "step-2",
        },
      },
      {
        id: "step-2",
        type: "message",
        description: "Tell the person",
        depends_on: [],
        payload: { channel: "system", content: "The order needs the owner's approval.", metadata: {} },
      },
    ],
    metadata: { model: "grammar", version: "0.3" },
  },
} satisfies Record<string, Json>;
