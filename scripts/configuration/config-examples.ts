/** Sections of the reference, in its order, each with an example that has all of its keys. A test holds both to that. */
export const configExamples: Readonly<Record<string, string>> = {
  tools: `tools:
  demo: true
  demo_faults: LINEAR_CREATE_LINEAR_ISSUE=lost@1
  allow: [10.1.0.0/16, erp.local]
  max_output_bytes: 1048576`,
  "tools.mcp": `tools:
  mcp:
    crm:
      url: https://crm.example/mcp
      query: { workspace: studio }
      headers: { authorization: { env: CRM_TOKEN, prefix: "Bearer " } }
      envelope: { ok: /successful, output: /data, error: /error }
      prefix: crm
      defaults: { effect: read, timeout_ms: 20000, retry: safe, cost_micro_cents: 0, tenants: ["*"] }
      tools:
        get_deal: { effect: read }
        update_deal:
          effect: destructive
          timeout_ms: 30000
          retry: keyed
          cost_micro_cents: 250000
          tenants: [acme]
          key_argument: /external_id
          read_back:
            tool: get_deal
            args: { id: "{id}" }
            found: /deal
            holds: { stage: "{stage}" }
            as: deal
    files:
      command: [npx, some-mcp-server, ./data]
      cwd: .
      env: { LOG_LEVEL: warn }
    tracker:
      url: https://tracker.example/mcp
      oauth:
        client_id: planwright
        client_secret: { env: TRACKER_SECRET }
        scope: issues
        redirect_port: 8976`,
  "tools.openapi": `tools:
  openapi:
    shop:
      document: shop.yaml
      server: https://shop.example/v2
      headers: { x-api-key: { env: SHOP_KEY } }
      idempotency_header: Idempotency-Key
      check_answers: true
      prefix: shop
      defaults: { effect: read, timeout_ms: 10000, retry: safe, cost_micro_cents: 0, tenants: ["*"] }
      tools:
        addLine: { effect: additive, timeout_ms: 15000, retry: keyed, cost_micro_cents: 1000, tenants: [acme] }`,
  "tools.http": `tools:
  http:
    rates.set:
      method: PUT
      description: Sets the rate of a currency.
      url: https://rates.example/{currency}
      query: { source: planwright }
      headers: { authorization: { env: RATES_TOKEN, prefix: "Bearer " } }
      input: { type: object, properties: { currency: { type: string }, rate: { type: number } }, required: [currency, rate] }
      pick: /result
      body: { value: "{rate}" }
      output: { type: object, properties: { value: { type: number } } }
      idempotency_header: Idempotency-Key
      effect: destructive
      timeout_ms: 5000
      retry: keyed
      cost_micro_cents: 0
      tenants: [acme]`,
  "tools.routers": `tools:
  routers:
    cortex:
      url: http://cortex.local:8080/verbs/execute
      headers: { authorization: { env: CORTEX_TOKEN, prefix: "Bearer " } }
      verbs:
        recall.fetch_context:
          description: Fetch what is remembered about a topic
          effect: read
          input: { type: object, properties: { query: { type: string } }, required: [query] }
          output: { type: object, properties: { fragments: { type: array } } }
          timeout_ms: 20000
          retry: safe
          cost_micro_cents: 100
          tenants: [acme]`,
  "tools.databases": `tools:
  databases:
    erp:
      sqlite: erp.db
      queries:
        open_quotes:
          description: Open quotes of a customer.
          sql: SELECT * FROM quotes WHERE customer = :customer AND tenant = :tenant
          input: { type: object, properties: { customer: { type: string } }, required: [customer] }
          max_rows: 100
          tenants: ["*"]
    warehouse:
      postgres: { env: WAREHOUSE_URL }
      timeout_ms: 5000
      queries:
        stock: { sql: "SELECT sku, stock FROM parts" }`,
  "tools.apis": `tools:
  apis:
    rates:
      description: Exchange rates of a day.
      url: https://rates.example/{day}
      query: { base: EUR }
      headers: { x-api-key: { env: RATES_KEY } }
      input: { type: object, properties: { day: { type: string } }, required: [day] }
      pick: /rates
      tenants: ["*"]`,
  packs: `packs: [studio, packs/shop.yaml]`,
  approval: `approval:
  default: draft
  mcp: false
  rules:
    - { ruling: deny, tools: [ATTIO_DELETE_*], tenants: [acme] }
    - { ruling: allow, toolkits: ["mcp:notes"], effects: [additive], callers: ["key:orders*"] }
    - { ruling: wait, scopes: [tools] }
    - { ruling: allow, tools: [create_issue], agents: [agent.triage], levels: [1, 2] }`,
  drafts: `drafts:
  expires_minutes: 30
  reminder_minutes: 5
  assignee: "tg:1001"
  backup: "tg:1002"
  hand_over_minutes: 15
  approvers: ["tg:1001", "tg:1002"]
  quorum: 2
  self_approval: false
  bulk_threshold: 3
  allow: [ATTIO_LIST_*]
  mutate: [ATTIO_ARCHIVE_RECORD]
  deny: [ATTIO_DELETE_RECORD]
  rules:
    - { tool: ATTIO_UPDATE_RECORD, required: [record_id], one_of: { /values/stage: [won, lost] } }
    - tool: LINEAR_CREATE_LINEAR_ISSUE
      listed: { team_id: { tool: LINEAR_LIST_LINEAR_TEAMS, args: {}, items: teams, id: id } }
  zone: Europe/Moscow`,
  escalations: `escalations:
  assignee: "tg:1001"
  backup: "tg:1002"
  reminder_minutes: 60
  hand_over_minutes: 240
  deadline_minutes: 2880
  on_deadline: abort
`,
  telegram: `telegram:
  token: { env: TELEGRAM_TOKEN }
  mode: webhook
  webhook_url: https://planwright.example/telegram/webhook
  secret: { env: TELEGRAM_SECRET }
  allow: [1001]
  teachers: [1001]
  tenant: local
  zone: Europe/Moscow
  api_root: https://api.telegram.org
  transcriber: { url: http://127.0.0.1:8000/v1, key: { env: SPEECH_KEY }, model: whisper-1, language: ru }`,
  slack: `slack:
  token: { env: SLACK_BOT_TOKEN }
  mode: http
  app_token: { env: SLACK_APP_TOKEN }
  signing_secret: { env: SLACK_SIGNING_SECRET }
  allow: [U012ABCDEF]
  teachers: [U012ABCDEF]
  tenant: local
  zone: Europe/Moscow
  api_root: https://slack.com/api/`,
  login: `login:
  oidc:
    issuer: https://id.example.com
    client_id: planwright
    client_secret: { env: OIDC_CLIENT_SECRET }
    public_url: https://planwright.example.com
    title: Example ID
    scope: openid profile email groups
    tenant: acme
    tenant_claim: tenant
    roles_claim: groups
    roles: { planning-team: [plan, runs, drafts, tools], planning-admins: [admin] }
    session_hours: 8`,
  models: `models:
  default: local
  failover: [cloud]
  endpoints:
    local:
      provider: openai-compatible
      model: qwen3:8b
      base_url: http://127.0.0.1:11434/v1
      api_key: { env: LOCAL_KEY }
      headers: { x-team: studio }
      structured: none
      context_tokens: 32768
      timeout_ms: 60000
    cloud: { provider: google, model: gemini-2.5-flash }
  prices:
    local/qwen3:8b: { input_cents_per_million: 0, output_cents_per_million: 0 }`,
  budgets: `budgets:
  global: { limit_cents: 5000, per: month }
  tenant: { limit_cents: 500, per: day }
  agent: { limit_cents: 100, per: day }
  run: { limit_cents: 20 }
  tenants:
    acme: { limit_cents: 2000, per: month }
  agents:
    agent.low_stock: { limit_cents: 10, per: day }
  unpriced: refuse`,
  agents: `agents:
  folder: agents
  tenant: local
  owner: ann
  levels: { internal: [notes.add], notify: [mail.send], knobs: [heating.set] }
  keep_days: 30
  keep_entries_days: 365
  planner_url: http://127.0.0.1:4401
  max_tokens_per_day: 200000`,
  limits: `limits:
  tools:
    - { tools: ["crm.*"], calls: 60, per: minute, scope: all }
  concurrency:
    per_tenant: 8
    tenants: { acme: 32 }`,
  retention: `retention:
  runs_days: 90
  drafts_days: 90
  reasoning_days: 30
  chats_days: 30
  audit_days: 365`,
  policy_version: `policy_version: "2026-03"`,
};
