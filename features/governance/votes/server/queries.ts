import type { PageOf, Parsed, Replied } from '#core/contract/endpoint.ts'
import type {
  getVote as getContract,
  getVotingRules as rulesContract,
  listVoteRoll as rollContract,
  listVotes as listContract,
} from '#features/governance/votes/contract.ts'
import type { CooperativeStatus, TenantActor } from '#core/actor.ts'
import { usualRules, type VoteFacts } from '#features/governance/votes/rules/vote.ts'
import type { CastingVote, Exclusion } from '#features/governance/votes/rules/words.ts'
import type { CooperativeId, LoginId, MemberId, VoteId } from '#core/ids.ts'
import { refuse } from '#core/refusal.ts'
import { foldQuery } from '#core/searching.ts'
import { mentions } from '#platform/db/mentions.ts'
import { allOf, containing, sql } from '#platform/db/sql.ts'
import type { Tx } from '#platform/db/tx.ts'

export type Vote = Replied<typeof getContract>
type Rules = Replied<typeof rulesContract>

export async function getVotingRules(tx: Tx): Promise<Rules> {
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
  from app.vote v left join app.meeting m on m.meeting_id = v.meeting_id cross join lateral app.vote_turnout(v.vote_id) t`

export async function listVotes(
  tx: Tx,
  _actor: TenantActor,
  { meetingId, status, q, sort, page, limit }: Parsed<typeof listContract> & { page: number; limit: number },
): Promise<PageOf<Replied<typeof listContract>>> {
  const where = allOf([
    ...(meetingId ? [sql`v.meeting_id = ${meetingId}`] : []),
    ...(status ? [sql`v.status = ${status}`] : []),
    ...(q ? [mentions(sql`v.wording`, q)] : []),
  ])
  const order = sort === 'opensAt' ? sql`v.opens_at, v.vote_id` : sql`v.opens_at desc, v.vote_id desc`
  const [rows, { total }] = await Promise.all([
    tx.many<Replied<typeof listContract>>(
      sql`select ${summaryColumns} ${source} where ${where} order by ${order} limit ${limit} offset ${(page - 1) * limit}`,
    ),
    tx.one<{ total: number }>(sql`select count(*)::int as total from app.vote v where ${where}`),
  ])
  return { rows, total }
}

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
        (select json_build_object('recordedLate', k.recorded_late, 'provedLate', k.proved_late, 'inPerson', k.in_person) from app.vote_marks(v.vote_id) k) as marked ${source} where v.vote_id = ${id}`),
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
    confirmationsNeeded: neededOf(ballot.officers),
    isCandidate: ballot.isCandidate,
    turnoutMin: ballot.turnoutMin,
    own: own ?? null,
  }
}

/** Two officers confirm a result, where there are two. */
export function neededOf(officers: number): number {
  return officers >= 2 ? 2 : 1
}

/** The vote, locked until this transaction ends: ballots that came before are in it, and none comes meanwhile. */
export async function lockVote(tx: Tx, reader: Reader, id: VoteId): Promise<Vote> {
  await tx.maybe(sql`select from app.vote where vote_id = ${id} for update`)
  return findVote(tx, reader, id)
}

export async function getVote(tx: Tx, actor: TenantActor, { id }: Parsed<typeof getContract>): Promise<Vote> {
  return findVote(tx, actor, id)
}

export type RollEntry = { exclusion: Exclusion | null; hasVoted: boolean }

/** A member's own entry on a roll. */
export async function findEntry(tx: Tx, id: VoteId, memberId: MemberId): Promise<RollEntry | undefined> {
  return tx.maybe<RollEntry>(sql`
    select r.exclusion, ${hasVoted} as "hasVoted" from app.vote_roll r where r.vote_id = ${id} and r.member_id = ${memberId}`)
}

const hasVoted = sql`
  (exists (select from app.vote_credential c where c.vote_id = r.vote_id and c.member_id = r.member_id)
    or exists (select from app.open_ballot o where o.vote_id = r.vote_id and o.member_id = r.member_id))`

export async function listVoteRoll(
  tx: Tx,
  actor: TenantActor,
  { id, show, q, sort, page, limit }: Parsed<typeof rollContract> & { page: number; limit: number },
): Promise<PageOf<Replied<typeof rollContract>>> {
  await findVote(tx, actor, id)
  const shown = {
    all: [],
    eligible: [sql`r.exclusion is null`],
    excluded: [sql`r.exclusion is not null`],
    voted: [hasVoted],
  }
  const where = allOf([
    sql`r.vote_id = ${id}`,
    ...shown[show ?? 'all'],
    ...(q ? [sql`m.search_text like ${containing(foldQuery(q))}`] : []),
  ])
  const from = sql`from app.vote_roll r join app.member m on m.member_id = r.member_id
    left join app.vote_proof p on p.vote_id = r.vote_id and p.member_id = r.member_id where ${where}`
  const order =
    sort === '-lastName'
      ? sql`m.last_name desc, m.first_name desc, m.member_id desc`
      : sql`m.last_name, m.first_name, m.member_id`
  const [rows, { total }] = await Promise.all([
    tx.many<Replied<typeof rollContract>>(sql`
      select r.member_id, m.first_name, m.last_name, m.membershipno, r.exclusion, ${hasVoted} as "hasVoted",
        array_remove(array[case when r.recorded_late then 'recorded_late' end, case when p.proved_late then 'proved_late' end, case when p.in_person_by is not null then 'in_person' end], null) as marks,
        p.in_person_by as "confirmedBy"
      ${from} order by ${order} limit ${limit} offset ${(page - 1) * limit}`),
    tx.one<{ total: number }>(sql`select count(*)::int as total ${from}`),
  ])
  return { rows, total }
}

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

type Part = { limit: number; offset: number }

/** Counted secret ballots by their serials. */
export async function pageOfBallots(
  tx: Tx,
  id: VoteId,
  { limit, offset }: Part,
): Promise<{ serial: Buffer; choices: number[]; signature: Buffer }[]> {
  return tx.many(
    sql`select serial, choices, signature from app.ballot where vote_id = ${id} order by serial limit ${limit} offset ${offset}`,
  )
}

/** Open ballots by the names of their voters. */
export async function pageOfOpenBallots(
  tx: Tx,
  id: VoteId,
  { limit, offset }: Part,
): Promise<{ voter: string; choices: number[] }[]> {
  return tx.many(sql`
    select m.first_name || ' ' || m.last_name as voter, o.choices from app.open_ballot o join app.member m on m.member_id = o.member_id
    where o.vote_id = ${id} order by m.last_name, m.first_name, m.member_id limit ${limit} offset ${offset}`)
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
