import { addDays, type Day } from '#core/calendar.ts'
import type { MemberId, VoteId } from '#core/ids.ts'
import { movedInDays } from '#features/governance/votes/rules/vote.ts'
import { lateOn } from '#features/savings/arrears/server/reads.ts'
import { hasLeftOrDied, wasActiveAt } from '#platform/db/current-members.ts'
import { sql } from '#platform/db/sql.ts'
import type { Tx } from '#platform/db/tx.ts'
import { insert, remove, update } from '#platform/db/write.ts'
import { findVote, type Reader } from './reads.ts'
import { countVote } from './verify-vote.ts'

/**
 * Writes the roll: every member who has not left or died, and of those who may not vote the first reason that holds. Fixes it and
 * answers who may vote. The days of membership count until the opening from the day of joining, which an officer types, and until
 * now from the moment at which the society recorded the member; where most were recorded within those days, `movedInDays` of the latter.
 * One who was made inactive within those days, or after the vote was announced, still votes.
 */
export async function insertRoll(
  tx: Tx,
  id: VoteId,
  {
    today,
    opensOn,
    memberForDays,
    arrearsExcluded,
  }: { today: Day; opensOn: Day; memberForDays: number; arrearsExcluded: boolean },
): Promise<MemberId[]> {
  await tx.run(sql`
    with on_register as (select * from app.member m where m.removed_at is null and not ${hasLeftOrDied}),
    span as (
      select least(now() - make_interval(days => ${memberForDays}::int), (select v.announced_at from app.vote v where v.vote_id = ${id})) as known_by,
        now() - make_interval(days => case when percentile_disc(0.5) within group (order by m.created_at) > now() - make_interval(days => ${memberForDays}::int)
          then ${Math.min(movedInDays, memberForDays)}::int else ${memberForDays}::int end) as recorded_by
      from on_register m)
    insert into app.vote_roll (cooperative_id, vote_id, member_id, recorded_late, exclusion)
    select app.coop_id(), ${id}, m.member_id, m.created_at > span.known_by,
      case when not ${wasActiveAt(sql`span.known_by`)} then 'not_active' when m.registration_date > ${addDays(opensOn, -memberForDays)} or m.created_at > span.recorded_by then 'joined_late'
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

/** Whether this blinded ballot is the one that the member's credential is for: the first is, and no other. */
export async function takeCredential(
  tx: Tx,
  { id, memberId, blindedHash }: { id: VoteId; memberId: MemberId; blindedHash: Buffer },
): Promise<boolean> {
  await insert(tx, 'app.vote_credential', { voteId: id, memberId, blindedHash }, { unlessThere: true })
  const { isSame } = await tx.one<{ isSame: boolean }>(
    sql`select blinded_hash = ${blindedHash} as "isSame" from app.vote_credential where vote_id = ${id} and member_id = ${memberId}`,
  )
  return isSame
}

/** Ends a vote and deletes its private key. The box of a closed one is emptied into the list of ballots, in the order of the serials; that of a cancelled one is destroyed. */
export async function endVote(
  tx: Tx,
  voteId: VoteId,
  { status, by, reason = null }: { status: 'closed' | 'cancelled'; by: string | null; reason?: string | null },
): Promise<void> {
  const ended = { status, closedAt: sql`now()`, closedByName: by, cancelledReason: reason }
  await update(tx, 'app.vote', { voteId }, ended)
  await remove(tx, 'app.vote_key', { voteId })
  await tx.run(
    status === 'closed' ? sql`select app.count_ballots(${voteId})` : sql`select app.destroy_ballots(${voteId})`,
  )
}

export async function endAndCount(tx: Tx, reader: Reader, voteId: VoteId, by: string | null): Promise<void> {
  await endVote(tx, voteId, { status: 'closed', by })
  const { hash, ...counted } = await countVote(tx, await findVote(tx, reader, voteId))
  await update(tx, 'app.vote', { voteId }, { ...counted, resultHash: hash })
}
