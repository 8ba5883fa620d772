import type { Role } from '#core/actor.ts'
import { addMonthsToDay, dayText } from '#core/calendar.ts'
import { recorded } from './recorded.ts'

/** The fields of a cooperative that its profile shows and its officer changes. */
export type OwnCooperative = { id?: string; coop_id?: string; name?: string; phone?: string } & Record<string, unknown>

/** Someone of the users list. The other fields that the specification gives a sample record are there to be seen in the storage. */
export type User = {
  id: number
  role: Role
  phone: string
  name: string
  firstName: string
  lastName: string
  membershipId: string
  cooperativeId: string | null
  token: string
  password: string
  cooperative?: OwnCooperative
  notificationsRead?: boolean
} & Record<string, unknown>

/** A record with every field, empty where `given` has nothing. */
export function newUser(given: User): User {
  return {
    email: '',
    address: '',
    dob: null,
    joinDate: recorded.day,
    status: 'Active',
    loanStatus: 'None',
    paymentStatus: 'Current',
    image: null,
    employmentStatus: 'employed',
    maritalStatus: 'single',
    gender: 'male',
    occupation: '',
    employer: '',
    currentCoopPlan: 0,
    nextOfKin: null,
    nominee: null,
    secondaryNominee: null,
    useNokAsNominee: false,
    coopPerformanceData: { labels: [], data: [] },
    portfolios: {},
    ...given,
  }
}

const plan = 50_000
const pricePerShare = 500
const lastYear = Array.from({ length: 12 }, (_, place) => 11 - place)
const monthAgo = (months: number) => addMonthsToDay(recorded.day, -months)
const total = (amounts: readonly number[]) => amounts.reduce((sum, amount) => sum + amount, 0)

/** An active loan two months old, its first instalment paid. */
function activeLoan(
  id: string,
  amount: number,
  interestRate: number,
  term: number,
  monthlyPayment: number,
  purpose: string,
) {
  const interest = (amount * interestRate) / 1200
  const balance = amount - (monthlyPayment - interest)
  return {
    id,
    amount,
    balance,
    interestRate,
    term,
    monthlyPayment,
    startDate: monthAgo(2),
    dueDate: monthAgo(2 - term),
    status: 'Active',
    purpose,
    collateral: 'Shop goods',
    guarantors: [{ name: 'Musa Danjuma', phone: '+2348050002102', relationship: 'fellow member' }],
    repaymentHistory: [
      {
        id: `${id}/1`,
        date: monthAgo(1),
        amount: monthlyPayment,
        principal: monthlyPayment - interest,
        interest,
        balance,
        status: 'Paid',
      },
    ],
  }
}

function samplePortfolios() {
  const activeLoans = [
    activeLoan('loan-1', 530_000, 12, 24, 25_000, 'Stock for the shop'),
    activeLoan('loan-2', 330_000, 10, 18, 20_000, 'Roof of the house'),
  ]
  const completedLoans = [
    {
      id: 'loan-3',
      amount: 200_000,
      totalRepaid: 208_771.18,
      interestRate: 8,
      term: 12,
      startDate: monthAgo(22),
      completedDate: monthAgo(10),
      status: 'Completed',
      purpose: 'Freezer',
    },
  ]
  const saved = lastYear.map((months) => ({
    id: `saving-${12 - months}`,
    date: monthAgo(months),
    type: 'Deposit',
    amount: plan,
    description: 'Monthly contribution',
    balance: plan * (12 - months),
  }))
  const bought = [
    {
      id: 'share-1',
      date: monthAgo(11),
      type: 'Purchase',
      amount: 40 * pricePerShare,
      units: 40,
      pricePerShare,
      description: 'Purchase of 40 shares',
      balance: 40 * pricePerShare,
    },
  ]
  return {
    Savings: { balance: plan * 12, totalContributions: plan * 12, totalWithdrawals: 0, transactions: saved },
    Shares: {
      balance: 40 * pricePerShare,
      totalContributions: 40 * pricePerShare,
      totalWithdrawals: 0,
      shareUnits: 40,
      pricePerShare,
      transactions: bought,
    },
    Loans: {
      totalBorrowed: total([...activeLoans, ...completedLoans].map(({ amount }) => amount)),
      totalRepaid: total([
        ...activeLoans.map(({ monthlyPayment }) => monthlyPayment),
        ...completedLoans.map(({ totalRepaid }) => totalRepaid),
      ]),
      outstandingBalance: total(activeLoans.map(({ balance }) => balance)),
      activeLoans,
      completedLoans,
    },
  }
}

/** One of each role, with the phones and names of those who were recorded. The super administrator's number is the username. */
export function sampleUsers(): User[] {
  const { id: cooperativeId, coop_id, name, phone } = recorded.logins.coop_admin.cooperative
  const { firstName, lastName, phone: ownPhone, membershipId } = recorded.logins.member.member
  const coopPerformanceData = {
    labels: lastYear.map((months) => dayText(monthAgo(months)).slice(3)),
    data: lastYear.map((months) => plan * (12 - months)),
  }
  const kin = (first: string, relationship: string) => ({
    name: `${first} ${lastName}`,
    phone: '+2348050030001',
    relationship,
    address: '14 Balogun Street, Ibadan',
    email: `${first.toLowerCase()}@example.com`,
  })
  return [
    newUser({
      id: 1,
      role: 'coop_admin',
      phone,
      name,
      firstName: 'Folake',
      lastName: 'Onabanjo',
      membershipId: coop_id,
      cooperativeId,
      token: 'mock-token-1',
      password: 'demo-officer',
      gender: 'female',
      coopPerformanceData,
    }),
    newUser({
      id: 2,
      role: 'superadmin',
      phone: '+2348050002099',
      name: 'Tunde Oyinlola',
      firstName: 'Tunde',
      lastName: 'Oyinlola',
      membershipId: 'superadmin',
      cooperativeId: null,
      token: 'mock-token-2',
      password: 'demo-platform',
    }),
    newUser({
      id: 3,
      role: 'member',
      phone: ownPhone ?? '',
      name: `${firstName} ${lastName}`,
      firstName,
      lastName,
      membershipId,
      cooperativeId,
      token: 'mock-token-3',
      password: 'demo-member',
      dob: '1988-03-12',
      joinDate: monthAgo(25),
      loanStatus: 'Active',
      maritalStatus: 'married',
      occupation: 'Civil servant',
      employer: 'Ministry of Works',
      currentCoopPlan: plan,
      coopPerformanceData,
      portfolios: samplePortfolios(),
      nextOfKin: kin('Grace', 'sister'),
      nominee: { ...kin('David', 'son'), inheritsPortfolio: true, sharePercentage: 60 },
      secondaryNominee: { ...kin('Ruth', 'daughter'), inheritsPortfolio: true, sharePercentage: 40 },
    }),
  ]
}
