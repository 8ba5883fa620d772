import { createHash } from 'node:crypto'
import type { Actor, CooperativeStatus, TenantActor } from '#core/actor.ts'
import type { Replied } from '#core/contract/endpoint.ts'
import type { CooperativeId, LoginId, MemberId, VoteId } from '#core/ids.ts'
import { refuse } from '#core/refusal.ts'
import * as contract from '#features/governance/votes/contract.ts'
import { receiptFrom } from '#features/governance/votes/rules/ballot.ts'
import { usualRules, voteCancelled, type VoteFacts, voteNotCounted } from '#features/governance/votes/rules/vote.ts'
import type { CastingVote, Exclusion } from '#features/governance/votes/rules/words.ts'
import { action, openAction } from '#platform/action.ts'
import { pageOf } from '#platform/db/page-of.ts'
import { sql } from '#platform/db/sql.ts'
import type { Tx } from '#platform/db/tx.ts'

export type Vote = Replied<typeof contract.getVote>
type Rules = Replied<typeof contract.getVotingRules>

export const getVotingRules = action(contract.getVotingRules, ({ tx }) => findVotingRules(tx))

export async function findVotingRules(tx: Tx): Promise<Rules> {
  const rules = await tx.maybe<Rules>(sql`
    select majority, majority_clause, tie_rule, tie_clause, member_for_days,
      member_for_clause, arrears_excluded, arrears_clause
    from app.voting_rules`)
  return rules ?? { ...usualRules, majorityClause: '', tieClause: '', memberForClause: '', arrearsClause: '' }
}

const summaryColumns = sql`
  v.vote_id as id, v.kind, v.wording, v.meeting_id, m.title as meeting, v.is_secret, v.status, v.opens_at, v.closes_at,
  coalesce(v.roll_eligible, 0) as eligible, t.cast_ballots as ballots, v.outcome`
const source = sql`
  app.vote v left join app.meeting m on m.meeting_id = v.meeting_id cross join lateral app.vote_turnout(v.vote_id) t`

export const listVotes = pageOf(contract.listVotes, {
  select: summaryColumns,
  from: source,
  where: { meetingId: (id) => sql`v.meeting_id = ${id}`, status: (status) => sql`v.status = ${status}` },
  search: { text: sql`v.wording` },
  sorts: { opensAt: [sql`v.opens_at`, sql`v.vote_id`] },
  order: '-opensAt',
  last: sql`v.vote_id`,
})

type VoteRow = Omit<
  Vote,
  'confirmations' | 'confirmationsNeeded' | 'isCandidate' | 'turnoutMin' | 'own' | 'publicKey' | 'resultHash'
> & { publicKey: Buffer | null; resultHash: Buffer | null }

/** Who reads a vote: a member sees their own entry on its roll, an officer whether they have confirmed its result. */
export type Reader = { loginId: LoginId; role: TenantActor['role']; memberId: MemberId | undefined }

/** A vote as this person reads it. Refuses: not_found. */
export async function findVote(tx: Tx, { loginId, role, memberId }: Reader, id: VoteId): Promise<Vote> {
  const [row, confirmations, ballot, own] = await Promise.all([
    tx.maybe<VoteRow>(sql`
      select ${summaryColumns}, v.options, v.choose_max, v.majority, v.tie_rule, v.opened_by_name as "openedBy", v.closed_at,
        v.closed_by_name as "closedBy", coalesce(v.roll_excluded, 0) as excluded, t.issued, v.tally, v.casting_vote, v.cancelled_reason,
        v.result_hash, v.public_key,
        (select json_build_object('recordedLate', k.recorded_late, 'provedLate', k.proved_late, 'inPerson', k.in_person) from app.vote_marks(v.vote_id) k) as marked from ${source} where v.vote_id = ${id}`),
    tx.many<{ name: string; at: Date; isOwn: boolean }>(
      sql`select name, confirmed_at as at, app.is_same_person(login_id, ${loginId}) as "isOwn" from app.vote_confirmation where vote_id = ${id} order by confirmed_at, login_id`,
    ),
    tx.one<{ officers: number; isCandidate: boolean; turnoutMin: number }>(sql`
      select (select count(*)::int from app.returning_officers_of(${id})) as officers,
        app.is_candidate(${loginId}, app.candidates_in(${id})) as "isCandidate",
        coalesce((select e.turnout_min from app.election_ballot b join app.election e on e.election_id = b.election_id where b.vote_id = ${id}), 0) as "turnoutMin"`),
    role === 'member' && memberId ? findEntry(tx, id, memberId) : undefined,
  ])
  if (!row) return refuse('not_found')
  return {
    ...row,
    resultHash: row.resultHash?.toString('hex') ?? null,
    publicKey: row.publicKey?.toString('base64url') ?? null,
    confirmations,
    // Two officers confirm a result, where there are two.
    confirmationsNeeded: ballot.officers >= 2 ? 2 : 1,
    isCandidate: ballot.isCandidate,
    turnoutMin: ballot.turnoutMin,
    own: own ?? null,
  }
}

/** The vote, locked until this transaction ends: ballots that came before are in it, and none comes meanwhile. */
export async function lockVote(tx: Tx, reader: Reader, id: VoteId): Promise<Vote> {
  await tx.maybe(sql`select from app.vote where vote_id = ${id} for update`)
  return findVote(tx, reader, id)
}

export const getVote = action(contract.getVote, ({ tx, actor }, { id }) => findVote(tx, actor, id))

export type RollEntry = { exclusion: Exclusion | null; hasVoted: boolean }

/** A member's own entry on a roll. */
export async function findEntry(tx: Tx, id: VoteId, memberId: MemberId): Promise<RollEntry | undefined> {
  return tx.maybe<RollEntry>(sql`
    select r.exclusion, ${hasVoted} as "hasVoted" from app.vote_roll r where r.vote_id = ${id} and r.member_id = ${memberId}`)
}

const hasVoted = sql`
  (exists (select from app.vote_credential c where c.vote_id = r.vote_id and c.member_id = r.member_id)
    or exists (select from app.open_ballot o where o.vote_id = r.vote_id and o.member_id = r.member_id))`

const shown = {
  all: sql`true`,
  eligible: sql`r.exclusion is null`,
  excluded: sql`r.exclusion is not null`,
  voted: hasVoted,
}

export const listVoteRoll = pageOf(contract.listVoteRoll, {
  select: sql`r.member_id, m.first_name, m.last_name, m.membershipno, r.exclusion, ${hasVoted} as "hasVoted",
    array_remove(array[case when r.recorded_late then 'recorded_late' end, case when p.proved_late then 'proved_late' end, case when p.in_person_by is not null then 'in_person' end], null) as marks,
    p.in_person_by as "confirmedBy"`,
  from: sql`app.vote_roll r join app.member m on m.member_id = r.member_id
    left join app.vote_proof p on p.vote_id = r.vote_id and p.member_id = r.member_id`,
  where: { id: (id) => sql`r.vote_id = ${id}`, show: (show) => shown[show] },
  search: { folded: sql`m.search_text` },
  sorts: { lastName: [sql`m.last_name`, sql`m.first_name`, sql`m.member_id`] },
  order: 'lastName',
  last: sql`m.member_id`,
  besides: ({ tx, actor, input }) => findVote(tx, actor, input.id),
})

/** A counted ballot; `key` is the serial in hexadecimal digits, or the voter of an open ballot. */
export type CountedBallot = { key: string; choices: number[]; signature: Buffer | null }

export async function findBallots(tx: Tx, { id, isSecret }: Pick<Vote, 'id' | 'isSecret'>): Promise<CountedBallot[]> {
  return tx.many<CountedBallot>(
    isSecret
      ? sql`select encode(serial, 'hex') as key, choices, signature from app.ballot where vote_id = ${id} order by serial`
      : sql`select member_id::text as key, choices, null::bytea as signature from app.open_ballot where vote_id = ${id} order by member_id`,
  )
}

export async function findRoll(tx: Tx, id: VoteId): Promise<{ memberId: MemberId; exclusion: Exclusion | null }[]> {
  return tx.many(sql`select member_id, exclusion from app.vote_roll where vote_id = ${id} order by member_id`)
}

/** The sealed private key of a secret vote, while it is open. */
export async function findSealedKey(tx: Tx, id: VoteId): Promise<Buffer | undefined> {
  const found = await tx.maybe<{ sealed: Buffer }>(sql`select sealed from app.vote_key where vote_id = ${id}`)
  return found?.sealed
}

/**
 * The counted ballots for every member, of an open vote with the names of the voters, of whom a member's own session sees
 * none. Refuses: not_found, vote_cancelled, vote_not_counted.
 */
export const listBallots = openAction(
  contract.listBallots,
  async ({ database }, _caller, { id, page, limit }, actor: Actor | undefined) =>
    database.tenant(
      countingScope(actor),
      async (tx) => {
        const { isSecret, ballots: total } = await findCounted(tx, actor, id)
        const part = sql`limit ${limit} offset ${(page - 1) * limit}`
        if (!isSecret) {
          const rows = await tx.many<{ voter: string; choices: number[] }>(sql`
            select m.first_name || ' ' || m.last_name as voter, o.choices from app.open_ballot o join app.member m on m.member_id = o.member_id
            where o.vote_id = ${id} order by m.last_name, m.first_name, m.member_id ${part}`)
          return { rows: rows.map((row) => ({ ...row, receipt: null, serial: null, signature: null })), total }
        }
        const rows = await tx.many<{ serial: Buffer; choices: number[]; signature: Buffer }>(
          sql`select serial, choices, signature from app.ballot where vote_id = ${id} order by serial ${part}`,
        )
        return {
          rows: rows.map(({ serial, choices, signature }) => ({
            receipt: receiptOf(serial),
            serial: serial.toString('base64url'),
            signature: signature.toString('base64url'),
            voter: null,
            choices,
          })),
          total,
        }
      },
      { readOnly: true },
    ),
)

export function receiptOf(serial: Buffer): string {
  return receiptFrom(createHash('sha256').update(serial).digest())
}

/** The scope in which the papers of a whole vote are read. */
export function countingScope(actor: Actor | undefined) {
  if (!actor || actor.role === 'superadmin') return refuse('not_permitted')
  return { cooperativeId: actor.cooperativeId, role: 'job' as const }
}

/** The vote, once its ballots are counted. Refuses: not_found, vote_cancelled, vote_not_counted. */
export async function findCounted(tx: Tx, actor: Actor | undefined, id: VoteId): Promise<Vote> {
  const vote = await findVote(tx, actor as TenantActor, id)
  if (vote.status === 'cancelled') refuse(voteCancelled())
  if (vote.status === 'open') refuse(voteNotCounted())
  return vote
}

/** What each officer confirmed; hashes in hexadecimal digits. */
export async function findConfirmed(tx: Tx, id: VoteId): Promise<{ hash: string; castingVote: CastingVote | null }[]> {
  return tx.many(
    sql`select encode(result_hash, 'hex') as hash, casting_vote from app.vote_confirmation where vote_id = ${id}`,
  )
}

/** The votes of a cooperative that are open and over. */
export async function findDueVotes(tx: Tx): Promise<{ id: VoteId }[]> {
  return tx.many(sql`select vote_id as id from app.vote where status = 'open' and closes_at <= now()`)
}

type FoundVote = VoteFacts & {
  cooperativeId: CooperativeId
  cooperativeStatus: CooperativeStatus
  publicKey: Buffer | null
}

/** A vote of whatever cooperative, for a ballot that comes without a session. Refuses: not_found. */
export async function lookUpVote(tx: Tx, id: VoteId): Promise<FoundVote> {
  const found = await tx.maybe<FoundVote>(sql`
    select v.cooperative_id, c.status as "cooperativeStatus", v.options, v.choose_max, v.is_secret, v.opens_at,
      v.closes_at, v.public_key, v.status
    from app.vote v join app.cooperative c on c.cooperative_id = v.cooperative_id and c.deleted_at is null where v.vote_id = ${id}`)
  return found ?? refuse('not_found', { field: 'voteId' })
}
