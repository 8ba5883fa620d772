import type { Day } from '#core/calendar.ts'
import type { FiscalYear } from '#features/accounting/books/rules/fiscal-year.ts'
import type { AccountTypeId } from '#core/ids.ts'
import type { Kobo } from '#core/money.ts'
import { refusal, refuse } from '#core/refusal.ts'
import {
  basisOf,
  changesFromText,
  countedBalances,
  countedDays,
  shareDividend,
} from '#features/surplus/appropriation/rules/dividend.ts'
import {
  type NamedExclusion,
  type Standings,
  splitByExclusion,
  whyNotNamed,
} from '#features/surplus/appropriation/rules/exclusion.ts'
import type { DividendMethod } from '#features/surplus/appropriation/rules/words.ts'
import type { Joined, Tx } from '#platform/db/tx.ts'
import { findKnownMembers } from './find-known-members.ts'
import {
  type ExcludedRow,
  findGoodsReceived,
  findInterestPaid,
  findStandings,
  findYearBalances,
  type LineRow,
  type MemberRow,
  type RunTerms,
} from './reads.ts'

const dividendWithoutBasis = refusal(
  'dividend_without_basis',
  409,
  'No member has anything that this would be shared by. Choose another basis.',
)
const dividendAllExcluded = refusal(
  'dividend_all_excluded',
  409,
  'Every member who would get something is excluded. Choose others to exclude.',
)

type Counted = MemberRow & { basis: bigint; balances: bigint[] }

/**
 * A pool shared by balances, by interest or by purchases, and who is excluded, by membership number; who has nothing that counts is neither,
 * but for one who is excluded by name. By a rule members are excluded by how they stand today, so that who has paid what was
 * overdue gets their part. Refuses: dividend_exclusion_twice, dividend_member_unknown, dividend_without_basis, dividend_all_excluded.
 */
export async function shareByWeights(
  tx: Tx,
  { pool, terms, year, today }: { pool: Kobo; terms: RunTerms; year: FiscalYear; today: Day },
  excludedByName: readonly NamedExclusion[],
): Promise<{ parts: (LineRow & { balances: bigint[] })[]; excluded: ExcludedRow[] }> {
  const twice = whyNotNamed(excludedByName)
  if (twice) throw twice
  const named = await findKnownMembers(tx, excludedByName, 'excludedByName')
  const counted = await findBases(tx, terms, year)
  if (counted.length === 0) refuse(dividendWithoutBasis({ field: 'basis' }))
  const standings: Standings = terms.excluding === 'none' ? new Map() : await findStandings(tx, today)
  const { sharing, excluded } = splitByExclusion(withNamed(counted, named), {
    rule: terms.excluding,
    standings,
    named: new Map(excludedByName.map(({ memberId, reason }) => [memberId, reason])),
  })
  if (sharing.length === 0) refuse(dividendAllExcluded({ field: 'excluding' }))
  const shares = shareDividend(
    pool,
    sharing.map(({ basis }) => basis),
    terms.taxBasisPoints,
  )
  const parts = sharing.map((member, index) => ({
    ...member,
    post: null,
    ...(shares[index] as (typeof shares)[number]),
  }))
  return { parts, excluded }
}

/** Who has something that counts, and of those who are named also the others: that they get nothing is decided too. */
function withNamed(counted: readonly Counted[], named: readonly MemberRow[]): Counted[] {
  const has = new Set(counted.map(({ memberId }) => memberId))
  const others = named
    .filter(({ memberId }) => !has.has(memberId))
    .map((member) => ({ ...member, basis: 0n, balances: [] }))
  return [...counted, ...others]
}

/** What counts of each member who has something that counts, by membership number. */
export async function findBases(
  tx: Tx,
  terms: Pick<RunTerms, 'basis' | 'heldMonths'> & Joined<{ accountTypeId: AccountTypeId; method: DividendMethod }>,
  year: FiscalYear,
): Promise<Counted[]> {
  if (terms.accountTypeId === null) {
    const found = terms.basis === 'purchases' ? findGoodsReceived(tx, year) : findInterestPaid(tx, year)
    return (await found).map((member) => ({ ...member, balances: [] }))
  }
  const counted = { days: countedDays(terms.method, year), to: year.to }
  const rows = await findYearBalances(tx, terms.accountTypeId, year)
  return rows
    .map(({ opening, changes, ...member }) => {
      const balances = countedBalances({ opening, changes: changesFromText(changes) }, terms, counted)
      return { ...member, basis: basisOf(balances), balances: terms.method === 'daily' ? [] : balances }
    })
    .filter(({ basis }) => basis > 0n)
}
