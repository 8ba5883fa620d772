import type { Day } from '#core/calendar.ts'
import type { AccountId, AccountTypeId, MemberId } from '#core/ids.ts'
import { isFormer } from '#features/members/members/rules/member.ts'
import { whyNotActive } from '#features/members/members/rules/why-not-active.ts'
import { type Kobo, zeroKobo } from '#core/money.ts'
import { Refusal, refusal, refuse } from '#core/refusal.ts'
import type { MovementType } from '#features/savings/transactions/rules/movement-types.ts'
import { isInShares, type MovementFacts, whyNotMove } from '#features/savings/transactions/rules/movement.ts'
import { sharesIn, whyNotBuyShares, whyNotGiveUpShares } from '#features/savings/transactions/rules/shares.ts'
import type { Tx } from '#platform/db/tx.ts'
import {
  findFacts,
  findIncomeAccount,
  findMoneyAccount,
  findShareRules,
  findSharesHeld,
  type KnownFacts,
  lockMembers,
  lockShareCapital,
  type SocietyAccount,
} from './reads.ts'

const sameAccount = refusal('same_account', 422, 'Choose another account to transfer to.')
const sameMember = refusal('same_member', 422, 'Choose another member to transfer to.')

/** One side of a movement: whose account of which type; null means the cooperative's default type. */
export type AskedSide = { memberId: MemberId; accountTypeId: AccountTypeId | null }

/** A movement as it is asked for. Without `out` the money comes from cash or bank, without `in` it goes there. */
export type AskedMovement = {
  type: MovementType
  amount: Kobo
  occurredOn: Day
  /** Whose movement it is, though it may move none of their accounts. */
  memberId: MemberId
  out: AskedSide | null
  in: AskedSide | null
  throughId: AccountId | null
  incomeId: AccountId | null
}

/** A movement that the rules allow, with all that posting it takes. */
export type PlannedMovement = {
  type: MovementType
  amount: Kobo
  occurredOn: Day
  memberId: MemberId
  out: KnownFacts | null
  in: KnownFacts | null
  /** Null where both sides are members' accounts, and in a member's own session, which knows no account but their. */
  through: SocietyAccount | null
  income: SocietyAccount | null
}

/** How the one who asks is to the money: officers see the society's books, and no one asks twice for their own. */
type Asker = { isMember: boolean; byOfficer: boolean; isOwn: boolean }

/**
 * Looks up the facts of a movement and checks it against the rules. Refuses: not_found, account_type_not_found,
 * money_account_unknown, income_account_unknown, same_account, same_member, and whatever the domain says no to.
 */
export async function planMovement(tx: Tx, asked: AskedMovement, asker: Asker, today: Day): Promise<PlannedMovement> {
  const { type, amount, occurredOn, memberId } = asked
  if (asked.out && asked.in && asked.out.memberId !== asked.in.memberId)
    await lockMembers(tx, [asked.out.memberId, asked.in.memberId])
  const out = asked.out && (await knownFacts(tx, asked.out))
  const into = asked.in && (await inOther(asked.out !== null, () => knownFacts(tx, asked.in as AskedSide)))
  const toAnother = out !== null && into !== null && out.memberId !== into.memberId
  if (out && into && !toAnother) {
    if (type === 'share_transfer') refuse(sameMember({ field: 'toMemberId' }))
    if (out.accountTypeId === into.accountTypeId) refuse(sameAccount({ field: 'toAccountTypeId' }))
  }
  // A charge that is paid in cash still has to be the member's, whose membership is not over.
  if (!out && !into) {
    const { name, status, mergedInto } = await knownFacts(tx, { memberId, accountTypeId: null })
    if (isFormer(status)) refuseIf(whyNotActive({ name, status, mergedInto }))
  }
  // Shares are counted before money, so that a refusal speaks of shares.
  if (isInShares(type) && !asker.isMember) await refuseUnlessSharesFit(tx, { type, amount, out, into })
  const moved = { type, amount, occurredOn, toAnother, byOfficer: asker.byOfficer }
  if (out)
    refuseIf(whyNotMove(movementFacts(out, asker.isOwn ? out.waiting : 0n), { ...moved, direction: 'out' }, today))
  if (into)
    await inOther(out !== null, () =>
      Promise.resolve(refuseIf(whyNotMove(movementFacts(into, 0n), { ...moved, direction: 'in' }, today))),
    )
  const throughWanted = !asker.isMember && (!out || !into) && !(type === 'charge' && out)
  const through = throughWanted ? await findMoneyAccount(tx, asked.throughId) : null
  const income = type === 'charge' ? await findIncomeAccount(tx, asked.incomeId) : null
  return { type, amount, occurredOn, memberId, out, in: into, through, income }
}

function refuseIf(reason: Refusal | undefined): void {
  if (reason) throw reason
}

const otherFields: Record<string, string> = { memberId: 'toMemberId', accountTypeId: 'toAccountTypeId' }

/** Where a movement has two sides, a refusal about the second names its fields. */
async function inOther<T>(hasTwo: boolean, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    if (!hasTwo || !(error instanceof Refusal)) throw error
    const { field } = error.detail
    throw new Refusal(error.code, {
      ...error.detail,
      ...(field !== undefined && { field: otherFields[field] ?? field }),
    })
  }
}

async function refuseUnlessSharesFit(
  tx: Tx,
  { type, amount, out, into }: { type: MovementType; amount: Kobo; out: KnownFacts | null; into: KnownFacts | null },
): Promise<void> {
  const capital = await lockShareCapital(tx)
  const rules = await findShareRules(tx)
  const shares = sharesIn(amount, rules.parValue)
  if (out && type !== 'share_purchase') {
    refuseIf(whyNotGiveUpShares(rules, { name: out.name, held: await findSharesHeld(tx, out.memberId) }, shares))
  }
  if (into && type !== 'share_redemption') {
    const held = await findSharesHeld(tx, into.memberId)
    // Shares that change hands leave the capital as it is: what the giver loses is no longer beside the taker's.
    const others = capital - held - (type === 'share_transfer' ? amount : 0n)
    refuseIf(whyNotBuyShares(rules, { name: into.name, held }, shares, others as Kobo))
  }
}

/** The facts with an account type that exists. Refuses: not_found, account_type_not_found. */
export async function knownFacts(tx: Tx, { memberId, accountTypeId }: AskedSide): Promise<KnownFacts> {
  const facts = (await findFacts(tx, memberId, accountTypeId)) ?? refuse('not_found', { field: 'memberId' })
  return facts.accountTypeId === null ? refuse('account_type_not_found', { field: 'accountTypeId' }) : facts
}

/** What the domain's rules look at. */
export function movementFacts(facts: KnownFacts, spokenFor: bigint): MovementFacts {
  return {
    member: {
      ...{ name: facts.name, status: facts.status, mergedInto: facts.mergedInto },
      ...{ joinedOn: facts.registrationDate, isLeaving: facts.isLeaving },
    },
    accountType: {
      name: facts.typeName,
      kind: facts.typeKind,
      isRetired: facts.typeRetired,
      releaseOn: facts.typeReleaseOn ?? undefined,
      earlyRelease: facts.typeEarlyRelease,
    },
    free: facts.free > spokenFor ? ((facts.free - spokenFor) as Kobo) : zeroKobo,
    booksBeginOn: facts.booksBeginOn,
    closedThrough: facts.closedThrough ?? undefined,
  }
}
