// The people of the sample cooperative are made up: common names, put together by a fixed rule.

const firstNames = [
  'Adébáyọ̀',
  'Ngọzi',
  'Àṣàkẹ́',
  'Chidi',
  'Fatima',
  'Ibrahim',
  'Ọlúwaṣeun',
  'Amaka',
  'Yusuf',
  'Blessing',
  'Tunde',
  'Halima',
  'Emeka',
  'Folákẹ́',
  'Musa',
  'Ifeoma',
  'Sadiq',
  'Títílayọ̀',
  'Obinna',
  'Zainab',
  'Segun',
  'Chiamaka',
  'Danjuma',
  'Kẹ́hìndé',
  'Uche',
  'Aisha',
  'Rotimi',
  'Nkechi',
  'Garba',
  'Bọ́lánlé',
  'Ikenna',
  'Maryam',
  'Fẹ́mi',
  'Adaeze',
  'Sulaiman',
  'Yétúndé',
  'Chukwudi',
  'Hauwa',
  'Gbenga',
  'Ebere',
]

const lastNames = [
  'Adéyẹmí',
  'Okonkwo',
  'Bello',
  'Ọkafọr',
  'Lawal',
  'Eze',
  'Ògúndélé',
  'Abubakar',
  'Nwosu',
  'Salisu',
  'Akíntọ́lá',
  'Igwe',
  'Mohammed',
  'Balógun',
  'Umeh',
  'Danladi',
  'Ọlátúnjí',
  'Onyekachi',
  'Sani',
  'Fáṣọlá',
  'Anyanwu',
  'Ɗanjuma',
  'Ajàyí',
  'Chukwu',
  'Usman',
  'Ọ̀ṣúntókun',
  'Obi',
  'Garba',
]

export type SamplePerson = {
  firstName: string
  lastName: string
  phone: string
  gender: 'male' | 'female'
  monthlyNaira: number
  joinedMonthsAgo: number
}

const monthly = [5_000, 10_000, 7_500, 20_000, 5_000, 15_000, 3_000, 10_000, 25_000, 5_000]

/** The nth sample member, always the same. */
export function samplePerson(n: number): SamplePerson {
  return {
    firstName: firstNames[n % firstNames.length] ?? 'Ada',
    lastName: lastNames[(n * 11 + Math.floor(n / firstNames.length)) % lastNames.length] ?? 'Obi',
    phone: `+2348031${String(200_000 + n * 37).padStart(6, '0')}`,
    gender: n % 2 === 0 ? 'male' : 'female',
    monthlyNaira: monthly[n % monthly.length] ?? 5_000,
    // Most were there from the start, the others joined along the way.
    joinedMonthsAgo: n % 4 === 3 ? 1 + ((n * 7) % 23) : 25,
  }
}

/** What part of their contribution a member pays in a month, in percent: nearly always all, now and then half or nothing. */
export function paidPercent(person: number, month: number): 0 | 50 | 100 {
  const mixed = (person * 131 + month * 37 + ((person * month) % 17) * 13) % 100
  if (mixed < 4) return 0
  return mixed < 9 ? 50 : 100
}

/** How many shares a member has bought, in one or two purchases; some have none yet. */
export function sharesBought(n: number): readonly number[] {
  if (n % 6 === 5) return []
  return n % 4 === 0 ? [20, 20 + (n % 5) * 10] : [20]
}

/** Whether the member's employer, the Ministry of Health, deducts their contribution from their salary. */
export function isPaidBySalary(n: number): boolean {
  return n >= 60 && n < 96 && n % 3 !== 0
}

/** What the employer did not deduct in the newer of the two closed months: one member was left out, one paid half. */
export const leftOutOfReturn = 64
export const halfOfReturn = 68

export type SampleMovement = { n: number; type: 'deposit' | 'withdrawal'; naira: number; daysAgo: number }

/** What a few members paid in or took out beside their contributions; `n` names them as samplePerson does. */
export const sampleMovements: readonly SampleMovement[] = [
  { n: 4, type: 'deposit', naira: 50_000, daysAgo: 9 },
  { n: 12, type: 'deposit', naira: 18_500, daysAgo: 23 },
  { n: 8, type: 'withdrawal', naira: 40_000, daysAgo: 12 },
]

/** Transfers to the bank in the month before the seed, by day of that month. */
export const sampleTransfers: readonly { n: number; naira: number; dayOfMonth: string }[] = [
  { n: 9, naira: 12_000, dayOfMonth: '04' },
  { n: 14, naira: 30_000, dayOfMonth: '09' },
  { n: 21, naira: 7_500, dayOfMonth: '13' },
  { n: 33, naira: 45_000, dayOfMonth: '18' },
]

/** Who holds an office beside the shared login. None of them approves, so that the sample's officer can do everything alone. */
export const sampleOffices = { secretary: 45, auditor: 46 } as const

/** What the society brought from its paper books, in naira: savings of members by number, and its reserve. */
export const sampleOpening = {
  savings: [
    { n: 72, naira: 85_000 },
    { n: 84, naira: 42_500 },
    { n: 96, naira: 120_000 },
    { n: 100, naira: 64_000 },
    { n: 104, naira: 30_000 },
    { n: 112, naira: 97_500 },
    { n: 116, naira: 56_250 },
  ],
  reserve: 150_000,
} as const

/** Which member asks to be erased. */
export const sampleErasure = {
  n: 89,
  reason: 'I moved to Abuja and joined the cooperative of my new employer.',
} as const

/** Expenses outside the monthly ones, as journals between accounts of the chart. */
export const sampleExpenses = [
  { description: 'Audit fee of the last year', debit: '5610', credit: '1020', naira: 150_000, daysAgo: 150 },
  {
    description: 'Honoraria of the officers, by the annual general meeting',
    debit: '5420',
    credit: '1010',
    naira: 60_000,
    daysAgo: 340,
  },
] as const

/** A member's own request to withdraw, which waits for an officer. */
export const sampleRequest = { n: 10, naira: 25_000 } as const

/** Which member asks for another monthly contribution. */
export const sampleChange = { n: 49, naira: 7_500 } as const

export type SampleDeposit = { n: number; naira: number; monthsAgo: number; paidOut?: true }

/** Fixed deposits of 12 months, in the order of their certificates: one runs, one has matured and waits, one was paid out on its day. */
export const sampleDeposits: readonly SampleDeposit[] = [
  { n: 0, naira: 200_000, monthsAgo: 4 },
  { n: 1, naira: 150_000, monthsAgo: 12 },
  { n: 28, naira: 100_000, monthsAgo: 14, paidOut: true },
]

export type SampleLoan = {
  n: number
  loan: 'Regular' | 'Emergency' | 'Commodity'
  naira: number
  instalments: number
  purpose: string
  outcome: 'waiting' | 'approved' | 'rejected'
  /** How long ago an approved one was paid out; its instalment of this month is still to come. */
  monthsRunning?: number
  /** How many instalments before this month's are unpaid. */
  monthsLate?: number
  /** Why it was written off, two months ago. */
  writtenOff?: string
  guarantors: readonly number[]
  /** The guarantors of one that waits who have accepted, and who have declined. */
  accepted?: readonly number[]
  declined?: readonly number[]
}

/** Who asked for what, and what was decided; each is within two years of the member's savings. */
export const sampleLoans: readonly SampleLoan[] = [
  {
    n: 0,
    loan: 'Regular',
    naira: 60_000,
    instalments: 6,
    purpose: 'Roofing sheets',
    outcome: 'approved',
    monthsRunning: 3,
    guarantors: [3, 4],
  },
  {
    n: 1,
    loan: 'Regular',
    naira: 250_000,
    instalments: 12,
    purpose: 'School fees',
    outcome: 'approved',
    monthsRunning: 4,
    guarantors: [2, 5],
  },
  {
    n: 5,
    loan: 'Regular',
    naira: 400_000,
    instalments: 24,
    purpose: 'Roof of the house',
    outcome: 'approved',
    monthsRunning: 7,
    guarantors: [8, 3],
  },
  {
    n: 8,
    loan: 'Commodity',
    naira: 150_000,
    instalments: 10,
    purpose: 'Freezer for the shop',
    outcome: 'rejected',
    guarantors: [1, 2],
  },
  {
    n: 26,
    loan: 'Regular',
    naira: 60_000,
    instalments: 6,
    purpose: 'Wedding of a daughter',
    outcome: 'approved',
    monthsRunning: 9,
    guarantors: [33, 53],
  },
  {
    n: 22,
    loan: 'Regular',
    naira: 150_000,
    instalments: 12,
    purpose: 'Rent',
    outcome: 'approved',
    monthsRunning: 5,
    monthsLate: 1,
    guarantors: [28, 38],
  },
  {
    n: 25,
    loan: 'Regular',
    naira: 240_000,
    instalments: 18,
    purpose: 'Tricycle',
    outcome: 'approved',
    monthsRunning: 10,
    monthsLate: 4,
    guarantors: [28, 38],
  },
  {
    n: 58,
    loan: 'Emergency',
    naira: 50_000,
    instalments: 5,
    purpose: 'Repairs after the flood',
    outcome: 'approved',
    monthsRunning: 16,
    monthsLate: 13,
    guarantors: [33, 53],
    writtenOff:
      'House lost in the flood. The general meeting resolved to write off the balance and to leave the savings to the member.',
  },
  {
    n: 48,
    loan: 'Regular',
    naira: 600_000,
    instalments: 24,
    purpose: 'Building materials',
    outcome: 'approved',
    monthsRunning: 6,
    guarantors: [98, 118],
  },
  {
    n: 105,
    loan: 'Regular',
    naira: 350_000,
    instalments: 18,
    purpose: 'Repair of the car',
    outcome: 'approved',
    monthsRunning: 9,
    guarantors: [108, 113],
  },
  {
    n: 57,
    loan: 'Regular',
    naira: 200_000,
    instalments: 12,
    purpose: 'University fees',
    outcome: 'approved',
    monthsRunning: 3,
    guarantors: [108, 73],
  },
  {
    n: 32,
    loan: 'Regular',
    naira: 160_000,
    instalments: 10,
    purpose: 'Generator',
    outcome: 'approved',
    monthsRunning: 7,
    guarantors: [113, 73],
  },
  {
    n: 37,
    loan: 'Commodity',
    naira: 120_000,
    instalments: 10,
    purpose: 'Refrigerator',
    outcome: 'approved',
    monthsRunning: 4,
    guarantors: [108, 113],
  },
  {
    n: 101,
    loan: 'Emergency',
    naira: 40_000,
    instalments: 5,
    purpose: 'Surgery of a parent',
    outcome: 'approved',
    monthsRunning: 2,
    guarantors: [98, 118],
  },
  {
    n: 29,
    loan: 'Regular',
    naira: 100_000,
    instalments: 10,
    purpose: 'Solar panels',
    outcome: 'approved',
    guarantors: [33, 53],
  },
  {
    n: 41,
    loan: 'Regular',
    naira: 120_000,
    instalments: 12,
    purpose: 'Shop rent',
    outcome: 'waiting',
    guarantors: [28, 38, 33],
    accepted: [28],
    declined: [33],
  },
  {
    n: 2,
    loan: 'Emergency',
    naira: 30_000,
    instalments: 3,
    purpose: 'Hospital bill',
    outcome: 'waiting',
    guarantors: [0, 6],
  },
  {
    n: 13,
    loan: 'Regular',
    naira: 500_000,
    instalments: 18,
    purpose: 'Trade in textiles',
    outcome: 'waiting',
    guarantors: [5, 8],
  },
  {
    n: 16,
    loan: 'Regular',
    naira: 60_000,
    instalments: 6,
    purpose: 'Sewing machine',
    outcome: 'waiting',
    guarantors: [17, 18],
    accepted: [17, 18],
  },
]
