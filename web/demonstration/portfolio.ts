import { addMonths, addMonthsToDay, type Day, dayIn, dayText, firstDayOf, type Period, periodOf } from '#domain/calendar.ts'
import { kobo, type Kobo, nairaNumber, sumKobo, zeroKobo } from '#domain/money.ts'
import { type ActiveLoan, type CompletedLoan, type Loan, memberIdOf, type Movement, type Portfolios, type Repayment, type Society, type User, type World } from './records.ts'

export function emptyPortfolios(pricePerShare: number): Portfolios {
  const nothing = { balance: 0, totalContributions: 0, totalWithdrawals: 0 }
  return {
    Savings: { ...nothing, transactions: [] },
    Shares: { ...nothing, shareUnits: 0, pricePerShare, transactions: [] },
    Loans: { totalBorrowed: 0, totalRepaid: 0, outstandingBalance: 0, activeLoans: [], completedLoans: [] },
  }
}

/** A month's interest on a balance, half a kobo up. */
function monthlyInterest(balance: Kobo, annualRatePercent: number): Kobo {
  return kobo((balance * BigInt(Math.round(annualRatePercent * 100)) + 60_000n) / 120_000n)
}

/** The next instalment of a loan on a reducing balance; the last one takes what is left, so that the schedule ends at nothing. */
export function nextRepayment(loan: { principal: Kobo; instalments: number; annualRatePercent: number }, monthlyPayment: Kobo, before: Repayment | undefined, on: Day): Repayment {
  const number = (before?.number ?? 0) + 1
  const owed = before?.balance ?? loan.principal
  const interest = monthlyInterest(owed, loan.annualRatePercent)
  const wanted = kobo(monthlyPayment - interest)
  const principal = number === loan.instalments || wanted > owed ? owed : wanted
  return { number, on, amount: kobo(principal + interest), principal, interest, balance: kobo(owed - principal) }
}

export function loanBalance(loan: Loan): Kobo {
  if (!loan.running) return zeroKobo
  return loan.running.repayments.at(-1)?.balance ?? loan.principal
}

/** Whether a movement stands in the books at the end of a day. */
export function standsOn(movement: Movement, day: Day): boolean {
  if (movement.occurredOn > day || movement.entryId === null) return false
  return movement.status === 'approved' || (movement.status === 'reversed' && movement.reversedOn !== null && movement.reversedOn > day)
}

/** What these movements leave on the account: what came in less what went out. */
export function balanceOf(movements: readonly Movement[]): Kobo {
  return movements.reduce((sum, { direction, amount }) => kobo(direction === 'in' ? sum + amount : sum - amount), zeroKobo)
}

export function movementsOf(society: Society, memberId: string, kind: 'savings' | 'shares', day: Day): Movement[] {
  const types = new Set(society.accountTypes.filter((type) => type.kind === kind).map(({ id }) => id))
  return society.movements.filter((movement) => movement.memberId === memberId && types.has(movement.accountTypeId) && standsOn(movement, day))
}

/** Sums and balances along the way, from the first movement to the last. */
function account(movements: readonly Movement[]) {
  const ordered = movements.toSorted((a, b) => a.occurredOn.localeCompare(b.occurredOn) || (a.entryNumber ?? 0) - (b.entryNumber ?? 0))
  let balance = zeroKobo
  const lines = ordered.map((movement) => {
    balance = kobo(movement.direction === 'in' ? balance + movement.amount : balance - movement.amount)
    const { id, occurredOn: date, description } = movement
    return { movement, line: { id, date, amount: nairaNumber(movement.amount), description, balance: nairaNumber(balance) } }
  })
  const total = (direction: 'in' | 'out') => nairaNumber(sumKobo(ordered.filter((each) => each.direction === direction).map(({ amount }) => amount)))
  return { lines, sums: { balance: nairaNumber(balance), totalContributions: total('in'), totalWithdrawals: total('out') } }
}

function activeLoan(loan: Loan, users: readonly User[]): ActiveLoan[] {
  const { running } = loan
  if (!running || loan.status !== 'active') return []
  return [
    {
      id: loan.id,
      amount: nairaNumber(loan.principal),
      balance: nairaNumber(loanBalance(loan)),
      interestRate: loan.annualRatePercent,
      term: loan.instalments,
      monthlyPayment: nairaNumber(running.monthlyPayment),
      startDate: running.startDate,
      dueDate: running.dueDate,
      status: 'Active',
      purpose: loan.purpose ?? '',
      collateral: loan.collateral ?? '',
      guarantors: loan.guarantors.flatMap(({ memberId, relationship }) => {
        const user = users.find((each) => memberIdOf(each) === memberId)
        return user ? [{ name: user.name, phone: user.phone, relationship }] : []
      }),
      repaymentHistory: running.repayments.map(({ number, on, amount, principal, interest, balance }) => ({
        id: `${loan.id}/${number}`,
        date: on,
        amount: nairaNumber(amount),
        principal: nairaNumber(principal),
        interest: nairaNumber(interest),
        balance: nairaNumber(balance),
        status: 'Paid',
      })),
    },
  ]
}

function repaid({ running }: Loan): Kobo {
  return sumKobo((running?.repayments ?? []).map(({ amount }) => amount))
}

function completedLoan(loan: Loan): CompletedLoan[] {
  const { running } = loan
  if (!running?.completedDate || loan.status !== 'completed') return []
  const { startDate, completedDate } = running
  return [
    {
      id: loan.id, amount: nairaNumber(loan.principal), totalRepaid: nairaNumber(repaid(loan)), interestRate: loan.annualRatePercent, term: loan.instalments, startDate,
      completedDate, status: 'Completed', purpose: loan.purpose ?? '',
    },
  ]
}

function portfoliosOf(society: Society, memberId: string, users: readonly User[], day: Day): Portfolios {
  const price = society.settings.shareParValue
  const savings = account(movementsOf(society, memberId, 'savings', day))
  const shares = account(movementsOf(society, memberId, 'shares', day))
  const loans = society.loans.filter((loan) => loan.memberId === memberId && loan.running)
  return {
    Savings: { ...savings.sums, transactions: savings.lines.map(({ movement, line }) => ({ ...line, type: movement.direction === 'in' ? 'Deposit' : 'Withdrawal' })) },
    Shares: {
      ...shares.sums,
      shareUnits: Math.floor(shares.sums.balance / nairaNumber(price)),
      pricePerShare: nairaNumber(price),
      transactions: shares.lines.map(({ movement, line }) => ({
        ...line, type: movement.direction === 'in' ? 'Purchase' : 'Withdrawal', units: Math.floor(line.amount / nairaNumber(price)), pricePerShare: nairaNumber(price),
      })),
    },
    Loans: {
      totalBorrowed: nairaNumber(sumKobo(loans.map(({ principal }) => principal))),
      totalRepaid: nairaNumber(sumKobo(loans.map(repaid))),
      outstandingBalance: nairaNumber(sumKobo(loans.map(loanBalance))),
      activeLoans: loans.flatMap((loan) => activeLoan(loan, users)),
      completedLoans: loans.flatMap(completedLoan),
    },
  }
}

/** The last 12 months, the present one last. */
function lastMonths(today: Day): Period[] {
  return Array.from({ length: 12 }, (_, n) => addMonths(periodOf(today), n - 11))
}

function lastDayOf(period: Period): Day {
  return dayIn(new Date(new Date(`${firstDayOf(addMonths(period, 1))}T12:00:00Z`).getTime() - 86_400_000))
}

function performanceOf(society: Society, memberId: string | undefined, today: Day): User['coopPerformanceData'] {
  const ids = memberId === undefined ? [...new Set(society.movements.map((movement) => movement.memberId))] : [memberId]
  const months = lastMonths(today)
  return {
    labels: months.map((month) => dayText(firstDayOf(month)).slice(3)),
    data: months.map((month) => nairaNumber(sumKobo(ids.map((id) => balanceOf(movementsOf(society, id, 'savings', lastDayOf(month))))))),
  }
}

/** Brings what the users' records say about money in line with the movements and loans. */
export function renewPortfolios(world: World, today: Day): void {
  for (const user of world.users) {
    const society = world.societies.find(({ id }) => id === user.cooperativeId)
    if (!society) continue
    const id = memberIdOf(user)
    user.portfolios = user.role === 'member' ? portfoliosOf(society, id, world.users, today) : emptyPortfolios(nairaNumber(society.settings.shareParValue))
    user.coopPerformanceData = performanceOf(society, user.role === 'member' ? id : undefined, today)
    const { activeLoans, completedLoans } = user.portfolios.Loans
    user.loanStatus = activeLoans.length > 0 ? 'Active' : completedLoans.length > 0 ? 'Completed' : 'None'
  }
}

/** When the instalment of this number falls due. */
export function dueOn(startDate: Day, number: number): Day {
  return addMonthsToDay(startDate, number)
}
