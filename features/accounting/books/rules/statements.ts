import type { AccountId } from '#core/ids.ts'
import { type Kobo, kobo, sumKobo } from '#core/money.ts'
import { type AccountClass, normalSide } from './account.ts'
import { type AccountSums, closingSides, type Sides } from './trial-balance.ts'

/** An account's amount on its normal side; below zero where it is on the other. */
export type StatementLine = { accountId: AccountId; code: string; name: string; amount: Kobo }

export type IncomeStatement = {
  income: StatementLine[]
  expenses: StatementLine[]
  totals: { income: Kobo; expenses: Kobo; surplus: Kobo }
}

/** What was earned and spent in the period. `accounts` are to leave closing entries out, or a closed year shows nothing. */
export function incomeStatement(accounts: readonly AccountSums[]): IncomeStatement {
  const linesOf = (of: AccountClass) => statementLines(accounts, of, ({ movement }) => movement)
  const [income, expenses] = [linesOf('income'), linesOf('expense')]
  const totals = { income: total(income), expenses: total(expenses) }
  return { income, expenses, totals: { ...totals, surplus: kobo(totals.income - totals.expenses) } }
}

export type BalanceSheet = {
  assets: StatementLine[]
  liabilities: StatementLine[]
  funds: StatementLine[]
  /** What income exceeds expenses by and no closing has moved to the funds yet; it belongs to the funds all the same. */
  surplus: { ofThisYear: Kobo; ofEarlierYears: Kobo }
  totals: { assets: Kobo; liabilities: Kobo; funds: Kobo; liabilitiesAndFunds: Kobo }
  balanced: boolean
}

/** What the society owns, owes and has of its own at the end of a day. The opening of `accounts` is what was before the fiscal year of that day. */
export function balanceSheet(accounts: readonly AccountSums[]): BalanceSheet {
  const linesOf = (of: AccountClass) => statementLines(accounts, of, closingSides)
  const [assets, liabilities, funds] = [linesOf('asset'), linesOf('liability'), linesOf('equity')]
  const surplus = {
    ofThisYear: surplusOf(accounts, ({ movement }) => movement),
    ofEarlierYears: surplusOf(accounts, ({ opening }) => opening),
  }
  const totals = {
    assets: total(assets),
    liabilities: total(liabilities),
    funds: kobo(total(funds) + surplus.ofThisYear + surplus.ofEarlierYears),
  }
  const liabilitiesAndFunds = kobo(totals.liabilities + totals.funds)
  return {
    assets,
    liabilities,
    funds,
    surplus,
    totals: { ...totals, liabilitiesAndFunds },
    balanced: totals.assets === liabilitiesAndFunds,
  }
}

/** What income and expense accounts come to together: above zero it is a surplus. */
export function surplusOf(accounts: readonly AccountSums[], sidesOf: (account: AccountSums) => Sides): Kobo {
  const nominal = accounts.filter(({ class: accountClass }) => accountClass === 'income' || accountClass === 'expense')
  return sumKobo(nominal.map((account) => netOf('income', sidesOf(account))))
}

function statementLines(
  accounts: readonly AccountSums[],
  of: AccountClass,
  sidesOf: (account: AccountSums) => Sides,
): StatementLine[] {
  return accounts.flatMap((account) => {
    const amount = netOf(of, sidesOf(account))
    return account.class !== of || amount === 0n
      ? []
      : [{ accountId: account.accountId, code: account.code, name: account.name, amount }]
  })
}

/** Both sides as one amount on the normal side of a class. */
export function netOf(of: AccountClass, { debits, credits }: Sides): Kobo {
  return kobo(normalSide(of) === 'debit' ? debits - credits : credits - debits)
}

function total(lines: readonly StatementLine[]): Kobo {
  return sumKobo(lines.map(({ amount }) => amount))
}
