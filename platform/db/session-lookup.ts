import type { CooperativeStatus, Role } from '#core/actor.ts'
import type { Holder } from '#features/access/login/rules/office.ts'
import type { CooperativeId, LoginId, MemberId, SessionId, SupportAccessId } from '#core/ids.ts'
import { alsoOwn } from './also-own.ts'
import { Coalescer } from './coalescer.ts'
import { Refusal } from '#core/refusal.ts'
import { type Database, OutcomeUnknown } from './database.ts'
import { rolesInForce } from './current-members.ts'
import { sql } from './sql.ts'

export type SessionRow = Holder & {
  accessHash: Buffer
  sessionId: SessionId
  loginId: LoginId
  loginName: string
  role: Role
  cooperativeId: CooperativeId | null
  memberId: MemberId | null
  accessExpiresAt: Date
  endedAt: Date | null
  cooperativeStatus: CooperativeStatus | null
  cooperativeDeleted: boolean
  memberName: string | null
  provedAt: Date
  hasFirstPassword: boolean
  proofMissing: boolean
  hasSecondFactor: boolean
  memberRemoved: boolean
  supportAccessId: SupportAccessId | null
  supportIsOpen: boolean
  /** `alsoOwn` of the cooperative's own login. */
  alsoOwn: MemberId[] | null
}

/**
 * Finds sessions by the hash of their access token. Every request asks the database, so that a revoked session ends at
 * once; requests that come while a look-up is under way share the next one.
 */
export function sessionLookup(database: Database): (accessHash: Buffer) => Promise<SessionRow | undefined> {
  const coalescer = new Coalescer<SessionRow>((keys) =>
    database.auth(async (tx) => {
      const rows = await tx.many<SessionRow>(sql`
        select s.access_hash, s.session_id, s.login_id, l.acts_as as login_name, s.role, s.cooperative_id, s.member_id,
          s.access_expires_at, s.ended_at, c.status as cooperative_status, c.deleted_at is not null as cooperative_deleted,
          m.first_name || ' ' || m.last_name as member_name, ${rolesInForce} as member_roles, x.ended_at is null and x.login_id = s.login_id as audit_is_open, coalesce(m.office_ends_on, x.ends_on) as office_ends_on, m.removed_at is not null as member_removed,
          l.first_password_ends_at is not null as has_first_password, l.kind = 'member' and l.proved_at is null as proof_missing,
          s.support_access_id, coalesce(g.allowed and g.ended_at is null and g.expires_at > now(), false) as support_is_open,
          case when s.role = 'coop_admin' then ${alsoOwn(sql`s.cooperative_id`)} end as also_own,
          s.proved_at, exists (select from platform.authenticator a where a.login_id = s.login_id and a.confirmed_at is not null)
            or exists (select from platform.passkey p where p.login_id = s.login_id) as has_second_factor
        from unnest(${keys.map((key) => Buffer.from(key, 'base64'))}::bytea[]) as k(access_hash)
        cross join lateral (select * from platform.session x where x.access_hash = k.access_hash limit 1) s
        join platform.login l using (login_id)
        left join app.cooperative c on c.cooperative_id = s.cooperative_id
        left join app.support_access g on g.cooperative_id = s.cooperative_id and g.access_id = s.support_access_id
        left join app.external_auditor x on x.cooperative_id = s.cooperative_id and x.login_id = s.login_id
        left join app.member m on m.cooperative_id = s.cooperative_id and m.member_id = s.member_id`)
      return new Map(rows.map((row) => [row.accessHash.toString('base64'), row]))
    }),
  )
  return (accessHash) =>
    coalescer.load(accessHash.toString('base64')).catch((error: unknown) => {
      // A look that was lost changed nothing, so it is safe to ask again.
      throw error instanceof OutcomeUnknown ? new Refusal('overloaded') : error
    })
}
