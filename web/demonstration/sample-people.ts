import type { MemberRole } from '#domain/actor.ts'

/** The sample logins; each surname opens its account as well. */
export const samplePasswords = { officer: 'demo-officer', member: 'demo-member', superAdmin: 'demo-platform' } as const

export const sampleCooperative = {
  coopId: 'AJO-TRY234',
  name: 'Ìrẹ̀pọ̀ Traders Cooperative Society',
  phone: '+2348050002001',
  email: 'office@irepo-traders.example',
  address: '14 Balogun Street, Ibadan, Oyo State',
  registrationNumber: 'OYS/COOP/4821',
} as const

/** What the super administrator types where others type a phone. */
export const superAdminUsername = 'superadmin'

/** The phone of the sample's nth member. */
export function memberPhone(number: number): string {
  return `+23480500021${String(number).padStart(2, '0')}`
}

type SamplePerson = {
  firstName: string
  lastName: string
  gender: 'male' | 'female'
  occupation: string
  employer: string
  dob: string
  maritalStatus: string
  /** How many months ago he joined. */
  joined: number
  /** Months ago for which nothing was paid, and for which half was. */
  missed: readonly number[]
  half: readonly number[]
  /** Units of shares, bought in the month of joining and in the second year. */
  units: readonly number[]
  roles: MemberRole[]
  isActive: boolean
}

const person = (given: Partial<SamplePerson> & Pick<SamplePerson, 'firstName' | 'lastName' | 'gender' | 'occupation' | 'employer' | 'dob' | 'joined'>): SamplePerson => ({
  maritalStatus: 'married', missed: [], half: [], units: [20], roles: ['member'], isActive: true, ...given,
})

export const sampleOfficer = person({ firstName: 'Folake', lastName: 'Onabanjo', gender: 'female', occupation: 'Secretary', employer: sampleCooperative.name, dob: '1979-05-14', joined: 36 })

export const sampleSuperAdmin = person({ firstName: 'Tunde', lastName: 'Oyinlola', gender: 'male', occupation: 'Platform administrator', employer: 'Ajose', dob: '1984-02-03', joined: 36 })

export const sampleMembers: readonly SamplePerson[] = [
  person({ firstName: 'Adaeze', lastName: 'Ekwueme', gender: 'female', occupation: 'Trader', employer: 'Self-employed', dob: '1988-03-12', joined: 34, units: [40, 20] }),
  person({ firstName: 'Musa', lastName: 'Danjuma', gender: 'male', occupation: 'Tailor', employer: 'Danjuma Stitches', dob: '1985-11-02', joined: 30, half: [0], units: [30] }),
  person({ firstName: 'Olúwaṣeun', lastName: 'Akinyẹmi', gender: 'male', occupation: 'Teacher', employer: 'Oyo State Schools Board', dob: '1990-07-21', joined: 28, roles: ['member', 'admin'], units: [20, 20] }),
  person({ firstName: 'Ngozi', lastName: 'Umeh', gender: 'female', occupation: 'Nurse', employer: 'University College Hospital', dob: '1982-01-30', joined: 26, missed: [5], units: [50] }),
  person({ firstName: 'Halima', lastName: 'Bello', gender: 'female', occupation: 'Caterer', employer: 'Self-employed', dob: '1993-09-09', joined: 24, missed: [0, 1] }),
  person({ firstName: 'Emeka', lastName: 'Nwosu', gender: 'male', occupation: 'Mechanic', employer: 'Nwosu Motors', dob: '1987-12-25', joined: 22, half: [2, 0] }),
  person({ firstName: 'Bọ́láńlé', lastName: 'Ṣóyínká', gender: 'female', occupation: 'Accountant', employer: 'Ibadan Foods Limited', dob: '1991-04-18', joined: 20, maritalStatus: 'single', units: [20, 40] }),
  person({ firstName: 'Ibrahim', lastName: 'Sani', gender: 'male', occupation: 'Driver', employer: 'Bodija Transport', dob: '1978-08-08', joined: 18, missed: [0, 3, 4] }),
  person({ firstName: 'Blessing', lastName: 'Etuk', gender: 'female', occupation: 'Hairdresser', employer: 'Self-employed', dob: '1995-06-01', joined: 15, maritalStatus: 'single' }),
  person({ firstName: 'Chidi', lastName: 'Okeke', gender: 'male', occupation: 'Electrician', employer: 'Okeke Works', dob: '1989-10-10', joined: 12, half: [1] }),
  person({ firstName: 'Yetunde', lastName: 'Fálọlá', gender: 'female', occupation: 'Fabric seller', employer: 'Self-employed', dob: '1980-02-27', joined: 10 }),
  person({ firstName: 'Sadiq', lastName: 'Abubakar', gender: 'male', occupation: 'Farmer', employer: 'Self-employed', dob: '1975-05-05', joined: 14, isActive: false, missed: [0, 1, 2, 3, 4, 5] }),
  person({ firstName: 'Efe', lastName: 'Omoregie', gender: 'male', occupation: 'Photographer', employer: 'Self-employed', dob: '1996-03-03', joined: 5, maritalStatus: 'single' }),
  person({ firstName: 'Kemi', lastName: 'Adéwálé', gender: 'female', occupation: 'Pharmacist', employer: 'Mokola Pharmacy', dob: '1986-11-19', joined: 0 }),
]
