import { createHash } from 'node:crypto'
import { type Actor, supportOffice } from '#domain/actor.ts'
import { dayIn } from '#domain/calendar.ts'
import { officeOn } from '#domain/access/sessions/office.ts'
import { refuse } from '#domain/refusal.ts'
import type { SessionRow } from '#server/db/session-lookup.ts'
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
  if (session.ended_at || session.access_expires_at <= now || session.cooperative_deleted || session.member_removed)
    refuse('session_expired')
  const base = {
    loginId: session.login_id,
    sessionId: session.session_id,
    name: session.member_name ?? session.login_name,
    passwordMissing: session.has_first_password,
    secondFactorMissing: secondFactorRequired && session.role === 'superadmin' && !session.has_second_factor,
    provedUntil: new Date(session.proved_at.getTime() + proofLifetime),
    proofMissing: session.proof_missing,
  }
  if (session.role === 'superadmin')
    return { ...base, role: 'superadmin', cooperativeId: undefined, memberId: undefined }
  const { cooperative_id: cooperativeId, cooperative_status: cooperativeStatus } = session
  if (!cooperativeId || !cooperativeStatus) throw new Error(`Session ${session.session_id} has no cooperative`)
  if (session.support_access_id !== null) {
    // Asked at each request, so that either side ends it at once.
    if (session.role !== 'coop_admin' || !session.support_is_open) return refuse('session_expired')
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
      memberId: session.member_id ?? undefined,
      ...(session.also_own && { alsoOwn: session.also_own }),
      office,
    }
  }
  if (!session.member_id) throw new Error(`Session ${session.session_id} has no member`)
  return { ...base, role: 'member', cooperativeId, cooperativeStatus, memberId: session.member_id }
}
