import type { Day } from '#domain/calendar.ts'
import type { FiscalYear } from '#domain/books/ledger/fiscal-year.ts'
import type { AccountId, AccountTypeId, AppropriationId, MemberId } from '#domain/ids.ts'
import { type Kobo, kobo } from '#domain/money.ts'
import { hundredths } from '#domain/percent.ts'
import { refuse } from '#domain/refusal.ts'
import {
  basisOf,
  changesFromText,
  countedBalances,
  countedDays,
  shareDividend,
  totalsOf,
} from '#domain/society/surplus/dividend.ts'
import { destinationOf, type DividendDestination } from '#domain/society/surplus/destination.ts'
import {
  type ExclusionRule,
  type NamedExclusion,
  type NamedReasons,
  type Standings,
  splitByExclusion,
  whyNotNamed,
} from '#domain/society/surplus/exclusion.ts'
import type { DividendBasis, DividendMethod } from '#domain/society/surplus/words.ts'
import type { Tx } from '#server/db/tx.ts'
import {
  type ExcludedRow,
  findAppropriation,
  findDividendChoices,
  findDividendSettings,
  findInterestPaid,
  findMembers,
  findStandings,
  findType,
  findYearBalances,
  findYearOf,
  type LineRow,
  type MemberRow,
  type RunTerms,
} from './queries.ts'

export type AskedDividend = {
  appropriationId: AppropriationId
  accountId: AccountId
  basis: DividendBasis
  accountTypeId?: AccountTypeId | undefined
  method?: DividendMethod | undefined
  heldMonths?: number | undefined
  excluding?: ExclusionRule | undefined
  excludedByName?: readonly NamedExclusion[] | undefined
  taxPercent?: number | undefined
}

export type Calculated = {
  year: FiscalYear
  name: string
  terms: RunTerms
  pool: Kobo
  basisTotal: bigint
  lines: (LineRow & { balances: bigint[]; paidTo: DividendDestination })[]
  excluded: ExcludedRow[]
  totals: { gross: Kobo; tax: Kobo; net: Kobo }
}

/**
 * What each member gets of a line of a posted appropriation, and who is excluded, by membership number; who has nothing that
 * counts is neither, but for one who is excluded by name. By a rule members are excluded by how they stand today, so that who has
 * paid what was overdue gets their part. Refuses: not_found, appropriation_not_posted, dividend_line_unknown, dividend_paid,
 * dividend_exclusion_twice, dividend_member_unknown, account_type_not_found, dividend_without_basis, dividend_all_excluded.
 */
export async function calculateDividend(tx: Tx, asked: AskedDividend, today: Day): Promise<Calculated> {
  const [year, found] = await Promise.all([
    findYearOf(tx, asked.appropriationId),
    findAppropriation(tx, { id: asked.appropriationId }),
  ])
  if (found?.status !== 'approved') refuse('appropriation_not_posted', { field: 'appropriationId' })
  const line =
    found?.lines.find(({ accountId, isPayable }) => accountId === asked.accountId && isPayable) ??
    refuse('dividend_line_unknown', { field: 'accountId' })
  if (line.runId) refuse('dividend_paid', { field: 'accountId', name: line.name })
  const terms = await termsOf(tx, asked)
  const named = await findNamed(tx, asked.excludedByName ?? [])
  const counted = await findBases(tx, terms, year)
  if (counted.length === 0) refuse('dividend_without_basis', { field: 'basis' })
  const standings: Standings = terms.excluding === 'none' ? new Map() : await findStandings(tx, today)
  const { sharing: members, excluded } = splitByExclusion(withNamed(counted, named.members), {
    rule: terms.excluding,
    standings,
    named: named.reasons,
  })
  if (members.length === 0) refuse('dividend_all_excluded', { field: 'excluding' })
  const shares = shareDividend(
    line.amount,
    members.map(({ basis }) => basis),
    terms.taxBasisPoints,
  )
  const [settings, choices] = await Promise.all([findDividendSettings(tx), findDividendChoices(tx)])
  const lines = members.map((member, index) => ({
    ...member,
    ...(shares[index] as (typeof shares)[number]),
    paidTo: destinationOf(settings, choices.get(member.memberId)),
  }))
  const basisTotal = members.reduce((sum, { basis }) => sum + basis, 0n)
  return {
    year,
    name: nameFor(line.name),
    terms,
    pool: line.amount,
    basisTotal,
    lines,
    excluded,
    totals: totalsOf(lines),
  }
}

/** Who is excluded by name. Refuses: dividend_exclusion_twice, dividend_member_unknown. */
async function findNamed(
  tx: Tx,
  asked: readonly NamedExclusion[],
): Promise<{ members: MemberRow[]; reasons: NamedReasons }> {
  const twice = whyNotNamed(asked)
  if (twice) throw twice
  const members = await findKnown(tx, asked, 'excludedByName')
  return { members, reasons: new Map(asked.map(({ memberId, reason }) => [memberId, reason])) }
}

/** These members, by membership number. Refuses: dividend_member_unknown, of the first who is unknown or has left. */
async function findKnown(tx: Tx, asked: readonly { memberId: MemberId }[], field: string): Promise<MemberRow[]> {
  if (asked.length === 0) return []
  const members = await findMembers(
    tx,
    asked.map(({ memberId }) => memberId),
  )
  const known = new Set(members.map(({ memberId }) => memberId))
  const unknown = asked.findIndex(({ memberId }) => !known.has(memberId))
  if (unknown !== -1) refuse('dividend_member_unknown', { field: `${field}.${unknown}.memberId` })
  return members
}

type Counted = MemberRow & { basis: bigint; balances: bigint[] }

/** Who has something that counts, and of those who are named also the others: that they get nothing is decided too. */
function withNamed(counted: readonly Counted[], named: readonly MemberRow[]): Counted[] {
  const has = new Set(counted.map(({ memberId }) => memberId))
  const others = named
    .filter(({ memberId }) => !has.has(memberId))
    .map((member) => ({ ...member, basis: 0n, balances: [] }))
  return [...counted, ...others]
}

/** Members get a dividend; that it was payable is said of the account. */
function nameFor(account: string): string {
  return account.replace(/ payable$/i, '')
}

async function termsOf(
  tx: Tx,
  { basis, accountTypeId, method, heldMonths = 0, excluding = 'none', taxPercent = 0 }: AskedDividend,
): Promise<RunTerms> {
  const taxBasisPoints = hundredths(taxPercent) ?? 0
  const none = { accountTypeId: null, accountType: null, method: null }
  if (basis === 'interest_paid') return { basis, heldMonths: 0, excluding, taxBasisPoints, ...none }
  const type = await findType(tx, accountTypeId ?? refuse('account_type_not_found', { field: 'accountTypeId' }), {
    field: 'accountTypeId',
    kinds: ['savings', 'shares'],
  })
  const balance = { accountTypeId: type.id, accountType: type.name, method: method ?? 'month_counted' }
  return { basis, heldMonths, excluding, taxBasisPoints, ...balance }
}

async function findBases(tx: Tx, terms: RunTerms, year: FiscalYear): Promise<Counted[]> {
  if (terms.accountTypeId === null)
    return (await findInterestPaid(tx, year)).map(({ interest, ...member }) => ({
      ...member,
      basis: interest,
      balances: [],
    }))
  const counted = { days: countedDays(terms.method, year), to: year.to }
  const rows = await findYearBalances(tx, terms.accountTypeId, year)
  return rows
    .map(({ opening, changes, ...member }) => {
      const balances = countedBalances({ opening, changes: changesFromText(changes) }, terms, counted)
      return { ...member, basis: basisOf(balances), balances: terms.method === 'daily' ? [] : balances }
    })
    .filter(({ basis }) => basis > 0n)
}

/** On average over the counted days, rounded down to kobo; interest that was paid is no balance of days. */
export function averageOf(basis: bigint, { method }: Pick<RunTerms, 'method'>, year: FiscalYear): Kobo {
  return kobo(method === null ? basis : basis / BigInt(countedDays(method, year).length))
}
