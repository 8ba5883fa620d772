import type * as z from 'zod/mini'
import type { approvals } from '#contract/access/approvals.ts'
import { may, type TenantActor } from '#domain/actor.ts'
import type { Day } from '#domain/calendar.ts'
import type {
  ChangeRequestId,
  LoanId,
  LoginId,
  ReversalId,
  SettlementId,
  TransactionId,
  WriteOffId,
} from '#domain/ids.ts'
import { kobo } from '#domain/money.ts'
import { type Refusal, refuse } from '#domain/refusal.ts'
import {
  type ApprovalKind,
  approvalKinds,
  type ApprovalRules,
  approvalsAsked,
  type ApprovedKind,
  approvedKinds,
  decidingPermission,
  whyNotApprove,
} from '#domain/access/approvals/approvals.ts'
import { noLogin } from '#server/context.ts'
import { asOwnLogin } from '#server/db/same-person.ts'
import { sql, type Statement } from '#server/db/sql.ts'
import type { Tx } from '#server/db/tx.ts'

/** What a feature has that waits for approvals. Each feature registers its own, so that approvals knows none of them. */
export type Approvals = {
  kinds: readonly ApprovedKind[]
  /** Those that fit, as rows of subject_id, kind, needed, maker_id, made_by_officer, open and member_ids (whose money it is). */
  subjects: (where: Statement) => Statement
  /** The column by which `subjects` finds one; null where the officer's word is kept by the feature itself, and decided by the rules of `kinds`. */
  id: Statement | null
  /** What `subjects` finds those by that wait. */
  waits: Statement
  /**
   * Those that wait, as rows of the list: subject_id, kind, ids (jsonb of what the reply says of this kind alone), member_id, account, amount, occurred_on, description,
   * "askedBy", "askedAt", required and accepted (guarantors), is_ready (nothing else has to come first).
   */
  rows: (today: Day, actor: TenantActor) => Statement
}

const registered: Approvals[] = []

/** Called once for each feature, where its routes are bound. */
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
  subject_id: string
  kind: ApprovedKind
  needed: number
  maker_id: LoginId
  maker_decides: boolean
  open: boolean
  /** Officers who can decide, without those whose account it is. */ checkers: number
  is_own: boolean
  /** Whether this officer may approve it now. */
  is_open: boolean
  /** Whether the officer who made it holds no office any more. */
  maker_left: boolean
  given: { by: string; at: string; alone: boolean; id: LoginId }[]
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
  return new Map(rows.map((row) => [row.subject_id, approvalOf(row)]))
}

/** Why this officer can't give the approval that this waits for, or undefined when they can. Refuses: not_found. */
export async function whyNotApprovedBy(
  tx: Tx,
  actor: TenantActor,
  kind: ApprovedKind,
  id: ApprovedId,
): Promise<Refusal | undefined> {
  const { maker_id: madeBy, checkers: officers, given } = await findApproval(tx, actor, kind, id)
  return whyNotApprove(actor.loginId, { madeBy, approvedBy: given.map((each) => each.id), officers })
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

/** The approvals of each subject. */
export function approvalRows(actor: TenantActor, subjects: Statement): Statement {
  const decided = approvedKinds.filter((kind) => may(actor, decidingPermission[kind]))
  const own = (column: Statement) => asOwnLogin(column, actor.loginId)
  // Whose account it is may be behind the cooperative's own login too, who decides only where no one else can.
  const isOwn = sql`coalesce(${actor.memberId ?? null}::uuid = any (s.member_ids) or o.others and s.member_ids && array(select app.people_of(${actor.loginId})), false)`
  return sql`
    with decider as materialized (
      select k.kind, d.member_id, d.login_id from unnest(${approvedKinds}::text[]) as k(kind) cross join lateral app.deciders(k.kind) d)
    select s.subject_id, s.kind, s.needed, ${own(sql`s.maker_id`)} as maker_id, s.made_by_officer and o.made as maker_decides, s.open, o.checkers,
      ${isOwn} as is_own, g.given,
      s.open and s.kind = any (${decided}::text[]) and not ${isOwn}
        and (not app.is_same_person(s.maker_id, ${actor.loginId}) or o.checkers <= 1)
        and not exists (select from app.approval own where own.subject_id = s.subject_id and app.is_same_person(own.approved_by, ${actor.loginId})) as is_open,
      s.open and s.made_by_officer and s.maker_id <> ${noLogin} and not app.holds_office(s.maker_id) as maker_left
    from (${subjects}) s
    cross join lateral (
      select count(*)::int as checkers, coalesce(bool_or(app.is_same_person(d.login_id, s.maker_id)), false) as made,
        coalesce(bool_or(not app.is_same_person(d.login_id, ${actor.loginId})), false) as others
      from decider d where d.kind = s.kind and (d.member_id is null or d.member_id <> all (s.member_ids))) o
    cross join lateral (
      select coalesce(jsonb_agg(jsonb_build_object('by', a.approved_by_name, 'at', a.approved_at, 'alone', a.approved_by = a.maker_id, 'id', ${own(sql`a.approved_by`)}) order by a.approved_at), '[]') as given
      from app.approval a where a.subject_id = s.subject_id) g`
}

export function approvalOf({
  needed,
  maker_decides: makerIsOfficer,
  checkers,
  given,
  is_open: open,
  maker_left: askerLeft,
}: Omit<ApprovalRow, 'kind'>): ApprovalState {
  return {
    asked: approvalsAsked(needed, { officers: checkers, makerIsOfficer }),
    given: given.map(({ by, at, alone }) => ({ by, at: new Date(at), alone })),
    open,
    askerLeft,
  }
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
