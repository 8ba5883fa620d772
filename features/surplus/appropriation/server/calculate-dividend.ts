import type { Day } from '#core/calendar.ts'
import type { FiscalYear } from '#features/accounting/books/rules/fiscal-year.ts'
import type { AccountId, AccountTypeId, AppropriationId } from '#core/ids.ts'
import type { Kobo } from '#core/money.ts'
import { hundredths } from '#core/percent.ts'
import { refusal, refuse } from '#core/refusal.ts'
import { dividendPaid } from '#features/surplus/appropriation/rules/refusals.ts'
import { countedDays, totalsOf } from '#features/surplus/appropriation/rules/dividend.ts'
import { destinationOf, type DividendDestination } from '#features/surplus/appropriation/rules/destination.ts'
import type { ExclusionRule, NamedExclusion } from '#features/surplus/appropriation/rules/exclusion.ts'
import {
  capOf,
  type DividendCap,
  type DividendDeparture,
  type DividendRules,
  departuresFrom,
  rulesForLine,
} from '#features/surplus/appropriation/rules/dividend-rules.ts'
import type { NamedAmount } from '#features/surplus/appropriation/rules/named-amounts.ts'
import type { DividendBasis, DividendMethod } from '#features/surplus/appropriation/rules/words.ts'
import type { Tx } from '#platform/db/tx.ts'
import { findPayeesOfFormer, type Payee } from '#features/savings/transactions/server/reads.ts'
import {
  type ExcludedRow,
  findAppropriation,
  findDividendChoices,
  findDividendRules,
  findDividendSettings,
  findType,
  findYearOf,
  type LineRow,
  type RunTerms,
} from './reads.ts'
import { shareByName } from './share-by-name.ts'
import { shareByWeights } from './share-by-weights.ts'

const appropriationNotPosted = refusal(
  'appropriation_not_posted',
  409,
  'This appropriation is not posted. Dividends are paid from a posted one.',
)
const dividendLineUnknown = refusal(
  'dividend_line_unknown',
  422,
  'Choose a line of the appropriation that is on an account of liabilities.',
)
const namedAmountsAlone = refusal(
  'named_amounts_alone',
  422,
  'Amounts by name are paid as they are entered. Choose them as what is shared by, and exclude no one.',
)

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
  named?: readonly NamedAmount[] | undefined
}

export type Calculated = {
  year: FiscalYear
  name: string
  terms: RunTerms
  pool: Kobo
  basisTotal: bigint
  /** `isOwed`: to one whose membership is over. */
  lines: (LineRow & { balances: bigint[]; paidTo: DividendDestination; isOwed: boolean })[]
  excluded: ExcludedRow[]
  totals: { gross: Kobo; tax: Kobo; net: Kobo }
  /** Where this is not what the bye-laws say. */
  departures: DividendDeparture[]
  /** Null where the bye-laws have none, and where no balances count. */
  cap: (DividendCap & { clause: string }) | null
}

/**
 * What each member gets of a line of a posted appropriation, and who is excluded, by membership number. Refuses: not_found,
 * appropriation_not_posted, dividend_line_unknown, dividend_paid, named_amounts_alone, account_type_not_found, and as
 * `shareByWeights` and `shareByName` do.
 */
export async function calculateDividend(tx: Tx, asked: AskedDividend, today: Day): Promise<Calculated> {
  const [year, found, rules] = await Promise.all([
    findYearOf(tx, asked.appropriationId),
    findAppropriation(tx, { id: asked.appropriationId }),
    findDividendRules(tx),
  ])
  if (found?.status !== 'approved') refuse(appropriationNotPosted({ field: 'appropriationId' }))
  const line =
    found?.lines.find(({ accountId, isPayable }) => accountId === asked.accountId && isPayable) ??
    refuse(dividendLineUnknown({ field: 'accountId' }))
  if (line.runId) refuse(dividendPaid({ field: 'accountId', name: line.name }))
  refuseUnlessAlone(asked)
  const terms = await termsOf(tx, asked, rules)
  const pool = line.amount
  const { parts, excluded } =
    terms.basis === 'named'
      ? await shareByName(tx, asked.named ?? [], { pool, taxBasisPoints: terms.taxBasisPoints })
      : await shareByWeights(tx, { pool, terms, year, today }, asked.excludedByName ?? [])
  const [settings, choices] = await Promise.all([findDividendSettings(tx), findDividendChoices(tx)])
  const former = await findPayeesOfFormer(
    tx,
    parts.map(({ memberId }) => memberId),
  )
  const lines = parts.map((part) => {
    const payee = former.get(part.memberId)
    const paidTo = paidToFormer(payee) ?? destinationOf(settings, choices.get(part.memberId))
    return { ...part, paidTo, isOwed: payee?.isFormer ?? false }
  })
  const basisTotal = lines.reduce((sum, { basis }) => sum + basis, 0n)
  const cap =
    rules.capBasisPoints === null || terms.method === null
      ? null
      : { ...capOf(basisTotal, countedDays(terms.method, year).length, rules.capBasisPoints), clause: rules.capClause }
  return {
    ...{ year, name: nameFor(line.name), terms, pool, basisTotal, lines, excluded, cap },
    totals: totalsOf(lines),
    departures: departuresFrom(rulesForLine(rules, line.name), terms),
  }
}

/** Who has left buys no shares and owes no loan: it is paid out to them; what a merged record gets is saved on the one that stays. */
function paidToFormer(payee: Payee | undefined): DividendDestination | undefined {
  return payee && (payee.isFormer ? 'bank' : 'savings')
}

/** Amounts by name are of no other way to share, and no one is excluded from them. */
function refuseUnlessAlone({ basis, named = [], excluding = 'none', excludedByName = [] }: AskedDividend): void {
  if (basis !== 'named') {
    if (named.length > 0) refuse(namedAmountsAlone({ field: 'basis' }))
    return
  }
  if (excluding !== 'none') refuse(namedAmountsAlone({ field: 'excluding' }))
  if (excludedByName.length > 0) refuse(namedAmountsAlone({ field: 'excludedByName' }))
}

/** Members get a dividend; that it was payable is said of the account. */
function nameFor(account: string): string {
  return account.replace(/ payable$/i, '')
}

/** What was left out of the balances that count is as the bye-laws say. */
async function termsOf(
  tx: Tx,
  { basis, accountTypeId, method, heldMonths, excluding = 'none', taxPercent = 0 }: AskedDividend,
  rules: Pick<DividendRules, 'method' | 'heldMonths'>,
): Promise<RunTerms> {
  const taxBasisPoints = hundredths(taxPercent) ?? 0
  const none = { accountTypeId: null, accountType: null, method: null }
  if (basis !== 'balance') return { basis, heldMonths: 0, excluding, taxBasisPoints, ...none }
  const type = await findType(tx, accountTypeId ?? refuse('account_type_not_found', { field: 'accountTypeId' }), {
    field: 'accountTypeId',
    kinds: ['savings', 'shares'],
  })
  return {
    ...{ basis, excluding, taxBasisPoints, accountTypeId: type.id, accountType: type.name },
    method: method ?? methodBy(rules),
    heldMonths: heldMonths ?? heldMonthsBy(rules),
  }
}

/** Which balance counts where a run does not choose. */
export function methodBy({ method }: Pick<DividendRules, 'method'>): DividendMethod {
  return method ?? 'month_counted'
}

/** How long it must have been held where a run does not choose. */
export function heldMonthsBy({ heldMonths }: Pick<DividendRules, 'heldMonths'>): number {
  return heldMonths ?? 0
}
