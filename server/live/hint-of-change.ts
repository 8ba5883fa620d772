import type { Endpoint } from '#contract/endpoint.ts'
import type { Topic } from '#contract/live.ts'
import type { TenantActor } from '#domain/actor.ts'
import { isUuid } from '#domain/ids.ts'
import type { Hint } from './hints.ts'

/** What a change at an address may change, by how the address begins; the first that fits counts. */
const topicsByPath: readonly (readonly [prefix: string, topics: readonly Topic[]])[] = [
  // What a person does with their own notifications, views, links and login shows on no other's screen.
  ['/notifications/', []],
  ['/auth/', []],
  ['/member-auth/', []],
  ['/members/views', []],
  ['/members/export', []],
  ['/cooperatives/logout', []],
  ['/cooperatives/export', []],
  ['/member-portal/statement-links', []],
  ['/financial/members/:memberId/statement-links', []],
  ['/notifications', ['notifications']],
  ['/cooperatives/members', ['members']],
  ['/cooperatives/leavings', ['members', 'transactions']],
  ['/members', ['members']],
  ['/member-requests', ['members', 'approvals']],
  ['/member-portal', ['members', 'approvals']],
  ['/membership-applications', ['members', 'approvals']],
  ['/imports', ['members', 'transactions']],
  ['/messages', ['settings']],
  ['/governance', ['meetings']],
  ['/change-requests', ['approvals']],
  ['/financial/loan-config', ['settings']],
  ['/financial/loan', ['loans', 'transactions', 'approvals']],
  ['/financial/goods', ['loans']],
  ['/financial/write-offs', ['loans', 'transactions', 'approvals']],
  ['/financial/config', ['settings']],
  ['/financial/setup', ['settings']],
  ['/financial/account-types', ['settings']],
  ['/financial/bank-accounts', ['settings']],
  ['/financial/bank-layouts', ['settings']],
  ['/financial/online-payment-settings', ['settings']],
  ['/financial/payout-', ['settings']],
  ['/financial/reminders', ['settings']],
  ['/financial/surplus-rules', ['settings']],
  ['/financial/provision-classes', ['settings']],
  ['/financial/dividend-settings', ['settings']],
  ['/financial/dividend-rules', ['settings']],
  ['/financial/members', ['members']],
  ['/financial/online-payments/cases', ['transactions', 'loans', 'approvals']],
  ['/financial/held-money', ['transactions', 'loans', 'approvals']],
  ['/financial/payment-batches', ['transactions', 'loans', 'approvals']],
  ['/financial', ['transactions', 'approvals']],
  ['/cooperatives', ['settings']],
]

/** Settings and meetings are every member's; the rest of what changes is the officers' and that of the members it names. */
const forEveryMember: readonly Topic[] = ['settings', 'meetings']
/** What one member of many does at a meeting: were every other one told, a thousand votes would be a million questions. */
const ofOneMember: readonly Endpoint['access'][] = ['meeting.answer', 'vote.cast']

export function topicsOf({ path }: Pick<Endpoint, 'path'>): readonly Topic[] {
  return topicsByPath.find(([prefix]) => path.startsWith(prefix))?.[1] ?? ['everything']
}

/** The hint of a change that one cooperative's endpoint has made; `body` is the reply as it leaves. */
export function hintOfChange(
  endpoint: Endpoint,
  { cooperativeId, sessionId, memberId }: TenantActor,
  { input, body, isWaiting }: { input: unknown; body: string; isWaiting: boolean },
): Hint {
  const topics = isWaiting ? (['approvals'] as const) : topicsOf(endpoint)
  const concernsAll =
    !ofOneMember.includes(endpoint.access) &&
    (endpoint.bodyBytesMax !== undefined || topics.some((topic) => forEveryMember.includes(topic)))
  return {
    topics,
    cooperativeId,
    officers: true,
    members: concernsAll ? 'all' : [...new Set([...(memberId ? [memberId] : []), ...idsIn(input), ...membersIn(body)])],
    by: sessionId,
  }
}

/** Every identifier in the fields of a request. */
function idsIn(value: unknown): string[] {
  if (typeof value === 'string') return isUuid(value) ? [value] : []
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return []
  return Object.values(value).flatMap(idsIn)
}

/** What of a reply is looked through: one that is longer is about many, whom its request names. */
const lookedThrough = 4000

function membersIn(body: string): string[] {
  return [...body.slice(0, lookedThrough).matchAll(/"member[Ii]d":"([0-9a-f-]{36})"/g)].map(([, id = '']) => id)
}
