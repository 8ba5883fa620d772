import { approvals, forEveryMember } from '#core/contract/changes.ts'
import type { Endpoint } from '#core/contract/endpoint.ts'
import type { Actor, TenantActor } from '#core/actor.ts'
import { isUuid } from '#core/ids.ts'
import type { Hint } from './hints.ts'

/** What one member of many does at a meeting: were every other one told, a thousand votes would be a million questions. */
const ofOneMember: readonly Endpoint['access'][] = ['meeting.answer', 'vote.cast']

/** The hint of a change that one cooperative's endpoint has made; `body` is the reply as it leaves. */
export function hintOfChange(
  endpoint: Endpoint,
  actor: TenantActor,
  { input, body, isWaiting }: { input: unknown; body: string; isWaiting: boolean },
): Hint {
  const { changes = [], isOwn, access, bodyBytesMax } = endpoint
  const { memberId } = actor
  if (isOwn) return hintOfOwn(endpoint, actor)
  const topics = isWaiting ? approvals : changes
  const concernsAll =
    !ofOneMember.includes(access) &&
    (bodyBytesMax !== undefined || topics.some((topic) => forEveryMember.includes(topic)))
  return {
    topics,
    cooperativeId: actor.cooperativeId,
    officers: true,
    members: concernsAll ? 'all' : [...new Set([...(memberId ? [memberId] : []), ...idsIn(input), ...membersIn(body)])],
    by: actor.sessionId,
  }
}

/** The hint of a change that the person alone sees, for their other devices. */
export function hintOfOwn({ changes = [] }: Endpoint, { cooperativeId, loginId, sessionId }: Actor): Hint {
  return {
    topics: changes,
    ...(cooperativeId !== undefined && { cooperativeId }),
    officers: false,
    members: [],
    login: loginId,
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
