import type { SocietyKind } from '#features/accounting/books/rules/account-kinds.ts'
import { statutoryReserveCode } from '#features/accounting/books/rules/chart.ts'

/** A head to begin the bye-laws with. `percent` is null where only the society's own bye-laws have a figure. */
export type PresetHead = { code: string; percent: number | null; isLeast: boolean; clause: string }

/** What a law asks for of a surplus. */
export type LawPreset = {
  key: string
  name: string
  heads: readonly PresetHead[]
  /** Left out where it is not known: the form stays as it is. */
  directorApproves?: true
  /** What else the law says, and what could not be verified. */
  says: string
}

/** What a type of cooperative usually gives of a surplus, by custom and no law. */
export type TypeOfCooperative = {
  key: string
  name: string
  heads: readonly PresetHead[]
  /** By what its members usually share, and what to confirm. */
  says: string
}

const confirmLaw = 'confirm with your Director'
const confirmCustom = 'Custom; confirm with your bye-laws and your Director'
const reserve = (clause: string): PresetHead => ({
  ...{ code: statutoryReserveCode, percent: 25, isLeast: true },
  clause: `${clause}; ${confirmLaw}`,
})
const fifth = 'One member holds at most one fifth of the share capital; that is a setting under Configuration.'
const percentage =
  'The percentage of the reserve could not be verified: confirm it with your Director of Co-operatives.'
const askDirector = 'Ask whether the Director approves each appropriation.'

/** What is known of a law. Source: domain.md 1.8 of the design notes. No percentage of a reserve could be verified there, so each says so. */
const knownLaws: readonly LawPreset[] = [
  { key: 'edo', name: 'Edo State', heads: [reserve('State law')], says: `${percentage} ${fifth} ${askDirector}` },
  {
    key: 'fct',
    name: 'Federal Capital Territory',
    heads: [reserve('Act, section 34')],
    says: `${percentage} ${fifth} ${askDirector}`,
  },
  {
    key: 'lagos',
    name: 'Lagos State',
    heads: [reserve('Lagos law, section 25')],
    directorApproves: true,
    says: `${percentage} Section 24 asks for the approval of the Director before a surplus is shared.`,
  },
]

/** The States of whose laws nothing was verified. */
const otherStates =
  'Abia, Adamawa, Akwa Ibom, Anambra, Bauchi, Bayelsa, Benue, Borno, Cross River, Delta, Ebonyi, Ekiti, Enugu, Gombe, Imo, Jigawa, Kaduna, Kano, Katsina, Kebbi, Kogi, Kwara, Nasarawa, Niger, Ogun, Ondo, Osun, Oyo, Plateau, Rivers, Sokoto, Taraba, Yobe, Zamfara'.split(
    ', ',
  )

const otherLaws = otherStates.map((state): LawPreset => ({
  key: state.toLowerCase().replace(' ', '_'),
  name: `${state} State`,
  heads: [reserve('State law')],
  says: `The law of ${state} State could not be verified. ${percentage} ${askDirector}`,
}))

/** The federal Act, and the law of each State by its name. */
export const lawPresets: readonly LawPreset[] = [
  {
    key: 'federal',
    name: 'Nigerian Co-operative Societies Act',
    heads: [reserve('Act, section 34')],
    says: `${percentage} ${fifth} ${askDirector}`,
  },
  ...[...knownLaws, ...otherLaws].toSorted((one, other) => (one.name < other.name ? -1 : 1)),
]

const usual = (code: string): PresetHead => ({ code, percent: null, isLeast: false, clause: confirmCustom })
const [members, general, education, welfare, building] = ['2320', '3220', '3230', '3240', '3250'].map(usual) as [
  PresetHead,
  PresetHead,
  PresetHead,
  PresetHead,
  PresetHead,
]
const ownFigures = 'No percentage is customary for all: enter those of your bye-laws, and remove what they do not have.'
const byPurchases = 'Of purchases Ajose counts the goods that members received on loans; add others from your records.'
const byDeliveries =
  'Ajose does not count what members deliver: calculate each member’s part from your records, and pay it by name.'

/**
 * Sources: domain.md 1.6-1.8 of the design notes (heads in the books of Nigerian societies, rebates by interest paid or purchases, two
 * staff societies that shared half) and custom. A type adds heads to those of the law and changes none.
 */
export const typesOfCooperative: readonly TypeOfCooperative[] = [
  {
    key: 'thrift_credit',
    name: 'Thrift and credit',
    heads: [members, education, welfare],
    says: `Members usually share by their shares or savings, and borrowers by the loan interest they paid. ${ownFigures}`,
  },
  {
    key: 'staff',
    name: 'Staff (salary deduction)',
    heads: [
      { ...members, percent: 50, clause: 'As two staff societies shared; confirm with your bye-laws' },
      ...[general, education, welfare],
    ],
    says: `Two staff societies whose figures are known shared half with their members. Where your bye-laws give officers a part (honoraria), add an account for it. ${ownFigures}`,
  },
  {
    key: 'multipurpose',
    name: 'Multipurpose',
    heads: [members, general, education, building],
    says: `Members usually share by their shares, borrowers by the loan interest they paid, and buyers by their purchases. ${byPurchases} ${ownFigures}`,
  },
  {
    key: 'producer',
    name: 'Producers and farmers’ marketing',
    heads: [members, general, education],
    says: `Members usually share by what they delivered for sale. ${byDeliveries} ${ownFigures}`,
  },
  {
    key: 'housing',
    name: 'Housing',
    heads: [building, members, education],
    says: `The building fund usually comes first, and members share by their shares. ${ownFigures}`,
  },
  {
    key: 'consumer',
    name: 'Consumers',
    heads: [members, general, education],
    says: `Members usually share by their purchases. ${byPurchases} ${ownFigures}`,
  },
]

/** The type that a society's kind says; the other kinds are of several types. */
export const typeBySocietyKind: Partial<Record<SocietyKind, string>> = {
  salary_earners: 'staff',
  market: 'thrift_credit',
}

/** What a law and a type of cooperative make of the bye-laws together: the law's heads first, each account once. Undefined without both. */
export function proposedRules(
  lawKey: string,
  typeKey: string,
): { heads: PresetHead[]; directorApproves: true | undefined; says: string[] } | undefined {
  const law = lawPresets.find(({ key }) => key === lawKey)
  const type = typesOfCooperative.find(({ key }) => key === typeKey)
  if (!law && !type) return undefined
  const ofLaw = law?.heads ?? []
  const ofType = (type?.heads ?? []).filter(({ code }) => !ofLaw.some((head) => head.code === code))
  return {
    heads: [...ofLaw, ...ofType],
    directorApproves: law?.directorApproves,
    says: [law, type].flatMap((each) => each?.says ?? []),
  }
}
