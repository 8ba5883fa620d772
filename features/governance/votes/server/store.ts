import type { TenantActor } from '#core/actor.ts'
import type { Day } from '#core/calendar.ts'
import type { VotingRules } from '#features/governance/votes/rules/vote.ts'
import type { VoteOutcome } from '#features/governance/votes/rules/outcome.ts'
import type { CastingVote, Majority, TieRule, VoteKind } from '#features/governance/votes/rules/words.ts'
import type { CooperativeId, MeetingId, MemberId, VoteId } from '#core/ids.ts'
import { hasLeftOrDied, wasActiveAt } from '#platform/db/current-members.ts'
import { sql } from '#platform/db/sql.ts'
import type { Tx } from '#platform/db/tx.ts'
import { lateOn } from '#features/savings/arrears/server/reads.ts'

type Rules = VotingRules & { majorityClause: string; tieClause: string; memberForClause: string; arrearsClause: string }

export async function replaceVotingRules(tx: Tx, { cooperativeId }: TenantActor, r: Rules): Promise<void> {
  await tx.run(sql`
    insert into app.voting_rules (cooperative_id, majority, majority_clause, tie_rule, tie_clause, member_for_days, member_for_clause, arrears_excluded, arrears_clause)
    values (${cooperativeId}, ${r.majority}, ${r.majorityClause}, ${r.tieRule}, ${r.tieClause}, ${r.memberForDays}, ${r.memberForClause}, ${r.arrearsExcluded}, ${r.arrearsClause})
    on conflict (cooperative_id) do update set majority = excluded.majority, majority_clause = excluded.majority_clause, tie_rule = excluded.tie_rule,
      tie_clause = excluded.tie_clause, member_for_days = excluded.member_for_days, member_for_clause = excluded.member_for_clause,
      arrears_excluded = excluded.arrears_excluded, arrears_clause = excluded.arrears_clause`)
}

export type NewVote = {
  id: VoteId
  meetingId: MeetingId | null
  kind: VoteKind
  wording: string
  options: readonly string[]
  chooseMax: number
  isSecret: boolean
  majority: Majority
  tieRule: TieRule
  opensAt: Date
  closesAt: Date
  announcedAt: Date
  publicKey: Buffer | null
}

export async function insertVote(tx: Tx, { cooperativeId, name }: TenantActor, v: NewVote): Promise<void> {
  await tx.run(sql`
    insert into app.vote (cooperative_id, vote_id, meeting_id, kind, wording, options, choose_max, is_secret, majority, tie_rule, opens_at, closes_at, announced_at, public_key, opened_by_name)
    values (${cooperativeId}, ${v.id}, ${v.meetingId}, ${v.kind}, ${v.wording}, ${v.options}, ${v.chooseMax}, ${v.isSecret}, ${v.majority}, ${v.tieRule},
      ${v.opensAt}, ${v.closesAt}, ${v.announcedAt}, ${v.publicKey}, ${name})`)
}

/**
 * Writes the roll: every member who has not left or died, and of those who may not vote the first reason that holds. Fixes it and
 * answers who may vote. The days of membership count until the opening from the day of joining, which an officer types, and until
 * now from the moment at which the society recorded the member; where most were recorded within those days, `movedInDays` of the latter.
 * One who was made inactive within those days, or after the vote was announced, still votes.
 */
export async function insertRoll(
  tx: Tx,
  { cooperativeId }: TenantActor,
  id: VoteId,
  {
    today,
    joinedBy,
    memberForDays,
    movedInDays,
    arrearsExcluded,
  }: { today: Day; joinedBy: Day; memberForDays: number; movedInDays: number; arrearsExcluded: boolean },
): Promise<MemberId[]> {
  await tx.run(sql`
    with on_register as (select * from app.member m where m.removed_at is null and not ${hasLeftOrDied}),
    span as (
      select least(now() - make_interval(days => ${memberForDays}::int), (select v.announced_at from app.vote v where v.vote_id = ${id})) as known_by,
        now() - make_interval(days => case when percentile_disc(0.5) within group (order by m.created_at) > now() - make_interval(days => ${memberForDays}::int)
          then ${movedInDays}::int else ${memberForDays}::int end) as recorded_by
      from on_register m)
    insert into app.vote_roll (cooperative_id, vote_id, member_id, recorded_late, exclusion)
    select ${cooperativeId}, ${id}, m.member_id, m.created_at > span.known_by,
      case when not ${wasActiveAt(sql`span.known_by`)} then 'not_active' when m.registration_date > ${joinedBy} or m.created_at > span.recorded_by then 'joined_late'
        when late.member_id is not null then 'in_arrears' end
    from on_register m cross join span
    left join (select distinct l.member_id from (${lateOn(today)}) a join app.loan l on l.loan_id = a.loan_id where a.in_arrears and ${arrearsExcluded}) late
      on late.member_id = m.member_id`)
  const voters = await tx.many<{ memberId: MemberId }>(
    sql`select member_id from app.vote_roll where vote_id = ${id} and exclusion is null`,
  )
  if (voters.length > 0)
    await tx.run(sql`
      update app.vote set roll_eligible = ${voters.length}, roll_excluded = (select count(*) from app.vote_roll r where r.vote_id = ${id} and r.exclusion is not null)
      where vote_id = ${id}`)
  return voters.map(({ memberId }) => memberId)
}

/** Records with the vote that a voter's login was proved only after it was announced, or in person. */
export async function recordProvedLogin(tx: Tx, id: VoteId, memberId: MemberId): Promise<void> {
  await tx.run(sql`
    insert into app.vote_proof (cooperative_id, vote_id, member_id, proved_late, in_person_by)
    select v.cooperative_id, v.vote_id, p.member_id, p.proved_at > v.announced_at, p.proved_by
    from app.vote v cross join platform.memberships_of(array[${memberId}]::uuid[]) p
    where v.vote_id = ${id} and (p.proved_at > v.announced_at or p.proved_by is not null)
    on conflict do nothing`)
}

export async function insertVoteKey(tx: Tx, { cooperativeId }: TenantActor, id: VoteId, sealed: Buffer): Promise<void> {
  await tx.run(
    sql`insert into app.vote_key (cooperative_id, vote_id, sealed) values (${cooperativeId}, ${id}, ${sealed})`,
  )
}

/** Whether this blinded ballot is the one that the member's credential is for: the first is, and no other. */
export async function takeCredential(
  tx: Tx,
  cooperativeId: CooperativeId,
  { id, memberId, blindedHash }: { id: VoteId; memberId: MemberId; blindedHash: Buffer },
): Promise<boolean> {
  await tx.run(sql`
    insert into app.vote_credential (cooperative_id, vote_id, member_id, blinded_hash) values (${cooperativeId}, ${id}, ${memberId}, ${blindedHash})
    on conflict do nothing`)
  const { isSame } = await tx.one<{ isSame: boolean }>(
    sql`select blinded_hash = ${blindedHash} as "isSame" from app.vote_credential where vote_id = ${id} and member_id = ${memberId}`,
  )
  return isSame
}

/** Whether the member's ballot went in; not where they have one already. */
export async function insertOpenBallot(
  tx: Tx,
  cooperativeId: CooperativeId,
  { id, memberId, choices }: { id: VoteId; memberId: MemberId; choices: readonly number[] },
): Promise<boolean> {
  const written = await tx.run(sql`
    insert into app.open_ballot (cooperative_id, vote_id, member_id, choices) values (${cooperativeId}, ${id}, ${memberId}, ${choices}::smallint[]) on conflict do nothing`)
  return written === 1
}

/** Puts a secret ballot into the box, where a serial is once. */
export async function insertBallot(
  tx: Tx,
  cooperativeId: CooperativeId,
  { id, serial, choices, signature }: { id: VoteId; serial: Buffer; choices: readonly number[]; signature: Buffer },
): Promise<void> {
  await tx.run(sql`
    insert into app.ballot_box (cooperative_id, vote_id, serial, choices, signature) values (${cooperativeId}, ${id}, ${serial}, ${choices}::smallint[], ${signature})
    on conflict do nothing`)
}

/** Ends a vote and deletes its private key. The box of a closed one is emptied into the list of ballots, in the order of the serials; that of a cancelled one is destroyed. */
export async function endVote(
  tx: Tx,
  id: VoteId,
  { status, by, reason }: { status: 'closed' | 'cancelled'; by: string | null; reason?: string },
): Promise<void> {
  await tx.run(sql`
    update app.vote set status = ${status}, closed_at = now(), closed_by_name = ${by}, cancelled_reason = ${reason ?? null} where vote_id = ${id}`)
  await tx.run(sql`delete from app.vote_key where vote_id = ${id}`)
  await tx.run(status === 'closed' ? sql`select app.count_ballots(${id})` : sql`select app.destroy_ballots(${id})`)
}

export async function setResult(
  tx: Tx,
  id: VoteId,
  { ballots, tally, outcome, hash }: { ballots: number; tally: readonly number[]; outcome: VoteOutcome; hash: Buffer },
): Promise<void> {
  await tx.run(sql`
    update app.vote set ballots = ${ballots}, tally = ${tally}::int[], outcome = ${outcome}, result_hash = ${hash} where vote_id = ${id}`)
}

export async function insertConfirmation(
  tx: Tx,
  { cooperativeId, loginId, name }: TenantActor,
  { id, hash, castingVote }: { id: VoteId; hash: Buffer; castingVote: CastingVote | null },
): Promise<void> {
  await tx.run(sql`
    insert into app.vote_confirmation (cooperative_id, vote_id, login_id, name, result_hash, casting_vote)
    values (${cooperativeId}, ${id}, ${loginId}, ${name}, ${hash}, ${castingVote})`)
}

/** The chair's casting vote, once the first officer has recorded it. */
export async function setCastingVote(tx: Tx, id: VoteId, castingVote: CastingVote): Promise<void> {
  await tx.run(sql`update app.vote set casting_vote = ${castingVote} where vote_id = ${id}`)
}

export async function setConfirmed(tx: Tx, id: VoteId, outcome: VoteOutcome): Promise<void> {
  await tx.run(
    sql`update app.vote set status = 'confirmed', confirmed_at = now(), outcome = ${outcome} where vote_id = ${id}`,
  )
}
