import type * as z from 'zod/mini'
import { may, type TenantActor } from '#core/actor.ts'
import type { Day } from '#core/calendar.ts'
import type { ChangeRequestId, LoanId, ReversalId, SettlementId, TransactionId, WriteOffId } from '#core/ids.ts'
import { kobo } from '#core/money.ts'
import { type Refusal, refuse } from '#core/refusal.ts'
import type { approvals } from '#features/access/approvals/contract.ts'
import {
  type ApprovalKind,
  approvalKinds,
  type ApprovalRules,
  type ApprovedKind,
  approvedKinds,
  decidingPermission,
  whyNotApprove,
} from '#features/access/approvals/rules/approvals.ts'
import { noLogin } from '#platform/context.ts'
import { sql, type Statement } from '#platform/db/sql.ts'
import type { Tx } from '#platform/db/tx.ts'

/** What a feature has that waits for approvals. Each feature registers its own, so that approvals knows none of them. */
export type Approvals = {
  kinds: readonly ApprovedKind[]
  /** Those that fit, as rows of subject_id, kind, needed, maker_id, made_by_officer, open and member_ids (whose money it is, never null). */
  subjects: (where: Statement) => Statement
  /** The column by which `subjects` finds one; null where the officer's word is kept by the feature itself, and decided by the rules of `kinds`. */
  id: Statement | null
  /** What `subjects` finds those by that wait. */
  waits: Statement
  /**
   * Those that wait, as rows of the list: subject_id, kind, ids (jsonb of what the reply says of this kind alone), member_id, account, amount, occurred_on, description,
   * asked_by, asked_at, required and accepted (guarantors), is_ready (nothing else has to come first).
   */
  rows: (today: Day, actor: TenantActor) => Statement
}

const registered: Approvals[] = []

/** Called once for each feature that has any, when its server is loaded. */
export function registerApprovals(approvals: Approvals): void {
  registered.push(approvals)
}

function oneOf(kind: ApprovedKind, id: ApprovedId): Statement {
  for (const { kinds, subjects, id: column } of registered)
    if (column && kinds.includes(kind)) return subjects(sql`${column} = ${id}`)
  throw new Error(`No feature has registered approvals of ${kind}`)
}

/** All that waits, with how far it has come, as `approvalRows` gives it. */
export function waitingApprovals(actor: TenantActor): Statement {
  return approvalRows(actor, union(registered.map(({ subjects, waits }) => subjects(waits))))
}

const union = (parts: readonly Statement[]): Statement => parts.reduce((all, part) => sql`${all} union all ${part}`)

/** What waits, as rows of the list of approvals. */
export function waitingRows(actor: TenantActor, today: Day): Statement {
  return union(registered.map(({ rows }) => rows(today, actor)))
}

export type ApprovalState = z.output<typeof approvals>

export type ApprovalRow = {
  subjectId: string
  kind: ApprovedKind
  /** How many approvals are asked for. */ asked: number
  open: boolean
  isOwn: boolean
  /** Whether this officer can check it, as neither who made it nor whose money it is, or as the only one there is. */
  mayCheck: boolean
  hasApproved: boolean
  /** Whether this officer may approve it now. */
  isOpen: boolean
  /** Whether this officer, or the person behind their login, made it. */
  isMaker: boolean
  /** Whether the officer who made it holds no office any more. */
  makerLeft: boolean
  given: { by: string; at: string; alone: boolean }[]
}

/**
 * Who has approved each of these subjects, how many it takes, and whether this officer may approve it now. A subject is
 * a row of subject_id, kind, needed, maker_id, made_by_officer, open and member_ids (whose money it is).
 */
export async function findApprovalStates(
  tx: Tx,
  actor: TenantActor,
  subjects: Statement,
): Promise<Map<string, ApprovalState>> {
  const rows = await tx.many<ApprovalRow>(approvalRows(actor, subjects))
  return new Map(rows.map((row) => [row.subjectId, approvalOf(row)]))
}

/** Why this officer can't give the approval that this waits for, or undefined when they can. Refuses: not_found. */
export async function whyNotApprovedBy(
  tx: Tx,
  actor: TenantActor,
  kind: ApprovedKind,
  id: ApprovedId,
): Promise<Refusal | undefined> {
  return whyNot(await findApproval(tx, actor, kind, id))
}

export function whyNot({ mayCheck, isOwn, hasApproved, given, asked }: ApprovalRow): Refusal | undefined {
  return whyNotApprove({ mayCheck, isOwn, hasApproved, isComplete: given.length >= asked })
}

export type ApprovedId = TransactionId | ReversalId | LoanId | WriteOffId | SettlementId | ChangeRequestId

/** The state of one subject. Refuses: not_found. */
export async function findApproval(
  tx: Tx,
  actor: TenantActor,
  kind: ApprovedKind,
  id: ApprovedId,
): Promise<ApprovalRow> {
  const row = await tx.maybe<ApprovalRow>(approvalRows(actor, oneOf(kind, id)))
  return row ?? refuse('not_found')
}

/** A change that is about an officer waits for them only where it says so. Of all else, the officer whose money it is approves where no other but the maker can, or it would be one officer's word. */
const withoutOwners: readonly ApprovedKind[] = ['change', 'office_change']

/**
 * The approvals of each subject. Officers but the maker check it, those whose money it is only where no other can (`withoutOwners`: never).
 * One who works alone checks what they made, of their own money with the cooperative's login.
 */
export function approvalRows(actor: TenantActor, subjects: Statement): Statement {
  const decided = approvedKinds.filter((kind) => may(actor, decidingPermission[kind]))
  const me = actor.loginId
  const isNamed = sql`coalesce(${actor.memberId ?? null}::uuid = any (s.member_ids), false)`
  return sql`
    with subject as materialized (${subjects}),
    decider as materialized (
      select k.kind, d.login_id from (select distinct kind from subject) k cross join lateral app.deciders(k.kind) d where d.login_id is not null),
    -- Once for each login, however much waits.
    person as materialized (
      select l.login_id, array(select app.people_of(l.login_id)) as people, bool_or(l.asks) and not app.holds_office(l.login_id) as has_left
      from (
        select login_id, false as asks from decider union all select ${me}::uuid, false
        union all select maker_id, open and made_by_officer and maker_id <> ${noLogin} from subject) l
      group by 1)
    select subject_id, kind, open, asked, given, has_approved, may_check, is_maker, maker_left, is_owner and not may_check as is_own, open and kind = any (${decided}::text[]) and may_check and (not has_approved or jsonb_array_length(given) >= asked) as is_open
    from (
      select s.subject_id, s.kind, s.open, g.given, g.has_approved, w.is_owner, w.is_maker,
        least(greatest(1, s.needed), case when o.free > 0 then o.free when w.agree and o.owners > 0 then o.owners else 1 end)::int as asked,
        case when w.is_maker then o.free = 0 and not (w.agree and o.owners > 0) and not ${isNamed}
          else not w.is_owner or o.free = 0 and (w.agree or not ${isNamed}) end as may_check,
        s.open and s.made_by_officer and maker.has_left as maker_left
      from subject s join person me on me.login_id = ${me} left join person maker on maker.login_id = s.maker_id
      cross join lateral (
        select s.maker_id = ${me} or maker.people && me.people as is_maker, ${isNamed} or me.people && s.member_ids as is_owner, s.kind <> all (${withoutOwners}::text[]) as agree) w
      cross join lateral (
        select count(*) filter (where not p.people && s.member_ids)::int as free, count(*) filter (where p.people && s.member_ids)::int as owners
        from decider d join person p using (login_id) where d.kind = s.kind and d.login_id <> s.maker_id and not p.people && maker.people) o
      cross join lateral (
        select coalesce(jsonb_agg(jsonb_build_object('by', a.approved_by_name, 'at', a.approved_at, 'alone', a.approved_by = a.maker_id) order by a.approved_at), '[]') as given,
          coalesce(bool_or(app.is_same_person(a.approved_by, ${me})), false) as has_approved
        from app.approval a where a.subject_id = s.subject_id) g) r`
}

export function approvalOf({
  asked,
  given,
  isOpen: open,
  isMaker: isOwn,
  makerLeft: askerLeft,
}: Pick<ApprovalRow, 'asked' | 'given' | 'isOpen' | 'isMaker' | 'makerLeft'>): ApprovalState {
  return { asked, given: given.map(({ by, at, alone }) => ({ by, at: new Date(at), alone })), open, isOwn, askerLeft }
}

export async function findApprovalRules(tx: Tx): Promise<ApprovalRules> {
  const row = await tx.one<{ approvals: (number | null)[]; from: (bigint | null)[]; officers: number[] }>(sql`
    select array[withdrawal_approvals, share_approvals, journal_approvals, reversal_approvals, write_off_approvals] as approvals,
      array[withdrawal_approvals_from, share_approvals_from, journal_approvals_from, reversal_approvals_from, write_off_approvals_from] as from,
      (select array_agg((select count(*)::int from app.deciders(k.kind)) order by k.place) from unnest(${approvedKinds}::text[]) with ordinality as k(kind, place)) as officers
    from app.configuration`)
  const rule = (setting: ApprovalKind, approvedAs: ApprovedKind) => {
    const place = approvalKinds.indexOf(setting)
    return {
      approvals: row.approvals[place] ?? null,
      from: kobo(row.from[place] ?? 0),
      officers: row.officers[approvedKinds.indexOf(approvedAs)] ?? 0,
    }
  }
  return {
    withdrawal: rule('withdrawal', 'transaction'),
    share: rule('share', 'transaction'),
    journal: rule('journal', 'transaction'),
    reversal: rule('reversal', 'reversal'),
    writeOff: rule('writeOff', 'write_off'),
    leaving: rule('withdrawal', 'leaving'),
  }
}
