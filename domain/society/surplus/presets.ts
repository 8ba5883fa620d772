import { statutoryReserveCode } from '#domain/books/ledger/chart.ts'

/** What a law asks for of a surplus, to begin the bye-laws with. */
export type SurplusPreset = {
  key: string
  name: string
  heads: readonly { code: string; percent: number; isLeast: boolean; clause: string }[]
  directorApproves: boolean
  /** What else the law says, and what could not be verified. */
  says: string
}

const confirm = 'confirm with your Director'
const reserve = (clause: string) => [
  { code: statutoryReserveCode, percent: 25, isLeast: true, clause: `${clause}; ${confirm}` },
]
const fifth = 'One member holds at most one fifth of the share capital; that is a setting under Configuration.'
const percentage =
  'The percentage of the reserve could not be verified: confirm it with your Director of Co-operatives.'

/** Source: domain.md 1.8 of the design notes. No percentage of a reserve could be verified there, so each says so. */
export const surplusPresets: readonly SurplusPreset[] = [
  {
    key: 'federal',
    name: 'Nigerian Co-operative Societies Act',
    heads: reserve('Act, section 34'),
    directorApproves: false,
    says: `${percentage} ${fifth}`,
  },
  {
    key: 'lagos',
    name: 'Lagos State',
    heads: reserve('Lagos law, section 25'),
    directorApproves: true,
    says: `${percentage} Section 24 asks for the approval of the Director before a surplus is shared.`,
  },
  {
    key: 'fct',
    name: 'Federal Capital Territory',
    heads: reserve('Act, section 34'),
    directorApproves: false,
    says: `${percentage} ${fifth}`,
  },
  {
    key: 'edo',
    name: 'Edo State',
    heads: reserve('State law'),
    directorApproves: false,
    says: `${percentage} ${fifth}`,
  },
  {
    key: 'other',
    name: 'Another State',
    heads: reserve('State law'),
    directorApproves: false,
    says: `${percentage} Ask whether the Director approves each appropriation.`,
  },
]
