// The people of the sample cooperative are made up: common names, put together by a fixed rule.

const firstNames = [
  'Adébáyọ̀', 'Ngọzi', 'Àṣàkẹ́', 'Chidi', 'Fatima', 'Ibrahim', 'Ọlúwaṣeun', 'Amaka', 'Yusuf', 'Blessing', 'Tunde', 'Halima', 'Emeka', 'Folákẹ́',
  'Musa', 'Ifeoma', 'Sadiq', 'Títílayọ̀', 'Obinna', 'Zainab', 'Segun', 'Chiamaka', 'Danjuma', 'Kẹ́hìndé', 'Uche', 'Aisha', 'Rotimi', 'Nkechi',
  'Garba', 'Bọ́lánlé', 'Ikenna', 'Maryam', 'Fẹ́mi', 'Adaeze', 'Sulaiman', 'Yétúndé', 'Chukwudi', 'Hauwa', 'Gbenga', 'Ebere',
]

const lastNames = [
  'Adéyẹmí', 'Okonkwo', 'Bello', 'Ọkafọr', 'Lawal', 'Eze', 'Ògúndélé', 'Abubakar', 'Nwosu', 'Salisu', 'Akíntọ́lá', 'Igwe', 'Mohammed', 'Balógun',
  'Umeh', 'Danladi', 'Ọlátúnjí', 'Onyekachi', 'Sani', 'Fáṣọlá', 'Anyanwu', 'Ɗanjuma', 'Ajàyí', 'Chukwu', 'Usman', 'Ọ̀ṣúntókun', 'Obi', 'Garba',
]

export type SamplePerson = { firstName: string; lastName: string; phone: string; gender: 'male' | 'female'; monthlyNaira: number; joinedMonthsAgo: number }

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

/** What part of his contribution a member pays in a month, in percent: nearly always all, now and then half or nothing. */
export function paidPercent(person: number, month: number): 0 | 50 | 100 {
  const mixed = (person * 131 + month * 37 + ((person * month) % 17) * 13) % 100
  if (mixed < 4) return 0
  return mixed < 9 ? 50 : 100
}

export type SampleMovement = { n: number; type: 'deposit' | 'withdrawal'; naira: number }

/** What a few members paid in or took out beside their contributions; `n` names them as samplePerson does. */
export const sampleMovements: readonly SampleMovement[] = [
  { n: 4, type: 'deposit', naira: 50_000 },
  { n: 12, type: 'deposit', naira: 18_500 },
  { n: 8, type: 'withdrawal', naira: 40_000 },
]

export type SampleLoan = {
  n: number
  loan: 'Regular' | 'Emergency' | 'Commodity'
  naira: number
  instalments: number
  purpose: string
  outcome: 'waiting' | 'approved' | 'rejected'
  /** How long ago an approved one was paid out. */
  monthsRunning?: number
  guarantors: readonly number[]
  /** Whether the guarantors of one that waits have accepted. */
  isAgreed?: true
}

/** Who asked for what, and what was decided; each is within two years of the member's savings. */
export const sampleLoans: readonly SampleLoan[] = [
  { n: 0, loan: 'Regular', naira: 60_000, instalments: 6, purpose: 'Roofing sheets', outcome: 'approved', monthsRunning: 3, guarantors: [3, 4] },
  { n: 1, loan: 'Regular', naira: 250_000, instalments: 12, purpose: 'School fees', outcome: 'approved', monthsRunning: 4, guarantors: [2, 5] },
  { n: 5, loan: 'Regular', naira: 400_000, instalments: 24, purpose: 'Roof of the house', outcome: 'approved', monthsRunning: 7, guarantors: [8, 3] },
  { n: 8, loan: 'Commodity', naira: 150_000, instalments: 10, purpose: 'Freezer for the shop', outcome: 'rejected', guarantors: [1, 2] },
  { n: 2, loan: 'Emergency', naira: 30_000, instalments: 3, purpose: 'Hospital bill', outcome: 'waiting', guarantors: [0, 6] },
  { n: 13, loan: 'Regular', naira: 500_000, instalments: 18, purpose: 'Trade in textiles', outcome: 'waiting', guarantors: [5, 8] },
  { n: 16, loan: 'Regular', naira: 60_000, instalments: 6, purpose: 'Sewing machine', outcome: 'waiting', guarantors: [17, 18], isAgreed: true },
]
