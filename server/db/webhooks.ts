import type { CooperativeId, WebhookId } from '#domain/ids.ts'

/** What is due to one webhook, whatever that is by then. */
export type WebhookJob = { cooperative: CooperativeId; webhook: WebhookId }
