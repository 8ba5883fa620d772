import type { Role } from '#core/actor.ts'
import type { CooperativeId, LoginId } from '#core/ids.ts'
import type { Database } from './database.ts'
import { newId } from './id.ts'
import { sql } from './sql.ts'

/** A line of a cooperative's audit trail about something that wrote nothing else in that cooperative. */
export type AuditEvent = {
  cooperativeId: CooperativeId
  actorName: string
  role: Role
  subjectId?: string | undefined
  detail?: object | undefined
}

export type Occurrence = {
  loginId: LoginId
  action: string
  requestId: string
  /** The most lines in an hour of this login and action, where somebody could cause them without end. */
  hourlyMax?: number
  /** The line for each cooperative that it concerns; called after the reply, so that its time tells the caller nothing. */
  events: () => Promise<readonly AuditEvent[]>
}

export type EventRecorder = (occurrence: Occurrence) => void

const hourMilliseconds = 3_600_000

/** Writes lines of the audit trail, each in a small transaction of its own: it takes part in no other commit. */
export async function writeEvents(
  database: Database,
  { loginId, action, requestId }: Omit<Occurrence, 'events'>,
  events: readonly AuditEvent[],
): Promise<void> {
  await Promise.all(
    events.map(({ cooperativeId, actorName, role, subjectId, detail }) =>
      database.tenant({ cooperativeId, role: 'job' }, (tx) =>
        tx.run(sql`
          insert into audit.event (cooperative_id, event_id, login_id, actor_name, role, action, subject_id, request_id, detail)
          values (${cooperativeId}, ${newId()}, ${loginId}, ${actorName}, ${role}, ${action}, ${subjectId ?? null}, ${requestId},
            ${detail === undefined ? null : JSON.stringify(detail)}::jsonb)`),
      ),
    ),
  )
}

/** Records what happened besides a write (a refusal, a failed login) after the reply, so that it delays no request. */
export function eventRecorder(database: Database, inBackground: (work: () => Promise<void>) => void): EventRecorder {
  // Only logins that exist come here, and actions are those of the contract, so an hour's counts are bounded.
  let counts = new Map<string, number>()
  let countedSince = Date.now()
  const isOneTooMany = (name: string, most: number) => {
    if (Date.now() - countedSince >= hourMilliseconds) {
      counts = new Map()
      countedSince = Date.now()
    }
    const count = (counts.get(name) ?? 0) + 1
    counts.set(name, count)
    return count > most
  }
  return ({ events, ...occurrence }) => {
    const { loginId, action, hourlyMax } = occurrence
    if (hourlyMax !== undefined && isOneTooMany(`${loginId} ${action}`, hourlyMax)) return
    inBackground(async () => writeEvents(database, occurrence, await events()))
  }
}
