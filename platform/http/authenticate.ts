import { createHash } from 'node:crypto'
import { type Actor, supportOffice } from '#core/actor.ts'
import { dayIn } from '#core/calendar.ts'
import { officeOn } from '#features/access/login/rules/office.ts'
import { refuse } from '#core/refusal.ts'
import type { SessionRow } from '#platform/db/session-lookup.ts'
import { proofLifetime } from './proof-lifetime.ts'

type Find = (accessHash: Buffer) => Promise<SessionRow | undefined>

/** The actor behind a bearer token; undefined without one. A token that was good once says that it has expired. */
export async function authenticate(
  find: Find,
  authorization: string | undefined,
  now: Date,
  secondFactorRequired: boolean,
): Promise<Actor | undefined> {
  if (!authorization) return undefined
  const token = /^Bearer ([A-Za-z0-9_-]{43})$/.exec(authorization)?.[1]
  if (!token) return refuse('not_signed_in')
  const session = await find(createHash('sha256').update(token).digest())
  if (!session) return refuse('not_signed_in')
  return actorOf(session, now, secondFactorRequired)
}

function actorOf(session: SessionRow, now: Date, secondFactorRequired: boolean): Actor {
  if (session.endedAt || session.accessExpiresAt <= now || session.cooperativeDeleted || session.memberRemoved)
    refuse('session_expired')
  const base = {
    loginId: session.loginId,
    sessionId: session.sessionId,
    name: session.memberName ?? session.loginName,
    passwordMissing: session.hasFirstPassword,
    secondFactorMissing: secondFactorRequired && session.role === 'superadmin' && !session.hasSecondFactor,
    provedUntil: new Date(session.provedAt.getTime() + proofLifetime),
    proofMissing: session.proofMissing,
  }
  if (session.role === 'superadmin')
    return { ...base, role: 'superadmin', cooperativeId: undefined, memberId: undefined }
  const { cooperativeId, cooperativeStatus } = session
  if (!cooperativeId || !cooperativeStatus) throw new Error(`Session ${session.sessionId} has no cooperative`)
  if (session.supportAccessId !== null) {
    // Asked at each request, so that either side ends it at once.
    if (session.role !== 'coop_admin' || !session.supportIsOpen) return refuse('session_expired')
    return {
      ...base,
      name: `${base.name} (Ajose support)`,
      role: 'coop_admin',
      cooperativeId,
      cooperativeStatus,
      memberId: undefined,
      office: supportOffice,
      isSupport: true,
    }
  }
  if (session.role === 'coop_admin') {
    // An officer's admin session lives only while their office does; the shared login has it all.
    const office = officeOn(session, dayIn(now))
    if (office === undefined) return refuse('session_expired')
    return {
      ...base,
      role: 'coop_admin',
      cooperativeId,
      cooperativeStatus,
      memberId: session.memberId ?? undefined,
      ...(session.alsoOwn && { alsoOwn: session.alsoOwn }),
      office,
    }
  }
  if (!session.memberId) throw new Error(`Session ${session.sessionId} has no member`)
  return { ...base, role: 'member', cooperativeId, cooperativeStatus, memberId: session.memberId }
}
