import { createAccountType as createTypeContract, listAccountTypes as listTypesContract, updateAccountType as updateTypeContract } from '#contract/society/account-types.ts'
import * as contract from '#contract/society/configuration.ts'
import { listBankAccountDetails } from '#contract/money/bank-accounts.ts'
import { listGoods } from '#contract/lending/goods.ts'
import { getReminders, updateReminders } from '#contract/lending/reminders.ts'
import type { Parsed, Replied } from '#contract/endpoint.ts'
import { codeFor, whyNotInterest, whyNotTerms } from '#domain/society/configuration/account-type.ts'
import { bearsInterest, type LoanCost, whyNotLoanCost } from '#domain/society/configuration/loan-product.ts'
import { type Settings, settingsInMoney } from '#domain/society/configuration/settings.ts'
import { hundredths } from '#domain/percent.ts'
import { interestSaid, toldTerms } from '#domain/society/configuration/type-terms.ts'
import { kobo, nairaNumber } from '#domain/money.ts'
import { type RefusalCode, refuse } from '#domain/refusal.ts'
import { plainRules } from '#domain/lending/loans/loan-terms.ts'
import { foldForSearch } from '#domain/searching.ts'
import { type Answer, inside, paged, type Place } from '#web/demonstration/answering.ts'
import type { AccountType, Change, LoanConfiguration } from '#web/demonstration/records.ts'
import { nextControlCode } from '#domain/books/ledger/control-code.ts'
import { changesBetween, type FieldChange } from '#domain/access/audit-trail/field-change.ts'
import { isIn, newId } from './society.ts'

type TypeReply = Replied<typeof createTypeContract>

export const configurationAnswers: readonly Answer[] = [
  inside(listTypesContract, ({ society }, { retired }) => offered(society.accountTypes, retired).map(typeFrom)),
  inside(createTypeContract, createAccountType),
  inside(updateTypeContract, updateAccountType),
  inside(contract.getConfiguration, configuration),
  inside(contract.updateConfiguration, updateConfiguration),
  inside(getReminders, ({ society }) => society.reminders ?? usualReminders),
  inside(updateReminders, ({ society }, input) => {
    const named = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined))
    society.reminders = { ...usualReminders, ...society.reminders, ...named }
    return society.reminders
  }),
  inside(contract.listConfigurationChanges, (place, input) => {
    const rows = place.society.changes
      .filter(({ kind, subjectName, changedBy }) => (!input.kind || kind === input.kind) && isIn(`${subjectName} ${changedBy}`, input.q))
      .map(({ changedAt, changes, ...row }) => ({ ...row, changes: changes.map(inNaira), changedAt: new Date(changedAt) }))
    return paged(rows, input, { changedAt: (row) => row.changedAt.getTime() }, '-changedAt')
  }),
  inside(listGoods, () => []),
  inside(listBankAccountDetails, () => []),
  inside(contract.listLoanConfigurations, ({ society }, { retired }) => offered(society.loanConfigurations, retired)),
  inside(contract.createLoanConfiguration, createLoanConfiguration),
  inside(contract.getDefaultLoanConfiguration, ({ society }) => society.loanConfigurations.find(({ isDefault }) => isDefault) ?? refuse('not_found')),
  inside(contract.getLoanConfiguration, ({ society }, { id }) => society.loanConfigurations.find((each) => each.id === id) ?? refuse('not_found')),
  inside(contract.updateLoanConfiguration, updateLoanConfiguration),
  inside(contract.retireLoanConfiguration, (place, { id }) => {
    updateLoanConfiguration(place, { id, retired: true })
    return null
  }),
]

const usualReminders = { remindDaysBefore: 3, remindOverdue: true, remindBySms: false, remindByEmail: false }

function offered<Each extends { name: string; isDefault: boolean; retired: boolean }>(all: readonly Each[], retired: 'true' | 'false' | undefined): Each[] {
  const place = ({ isDefault, retired: isRetired, name }: Each) => `${isRetired ? 2 : isDefault ? 0 : 1} ${name}`
  return all.filter((each) => retired === 'true' || !each.retired).toSorted((a, b) => place(a).localeCompare(place(b)))
}

function typeFrom({ controlCode: _controlCode, savings, deposit, ...type }: AccountType): TypeReply {
  return { ...type, interest: savings && withPercent(savings), fixedDeposit: deposit && { ...withPercent(deposit), breakRatePercent: deposit.breakRateBasisPoints / 100 } }
}

function withPercent<Terms extends { rateBasisPoints: number }>({ rateBasisPoints, ...terms }: Terms) {
  return { ...terms, annualRatePercent: rateBasisPoints / 100 }
}

function refuseTakenName(all: readonly { id: string; name: string }[], id: string | undefined, name: string, code: RefusalCode): void {
  if (all.some((each) => each.id !== id && foldForSearch(each.name) === foldForSearch(name))) refuse(code, { field: 'name', name })
}

export function createAccountType(place: Place, { name, kind, releaseOn = null, earlyRelease = false, interest, fixedDeposit }: Parsed<typeof createTypeContract>): TypeReply {
  const { accountTypes } = place.society
  const said = interestSaid(interest, fixedDeposit)
  const wrong = whyNotTerms({ kind, isDefault: false, releaseOn }) ?? whyNotInterest(kind, said, place.society.settings.societyKind)
  if (wrong) throw wrong
  refuseTakenName(accountTypes, undefined, name, 'account_type_exists')
  const controlCode = nextControlCode(kind, new Set(accountTypes.map((type) => type.controlCode))) ?? refuse('chart_full')
  const made: AccountType = { id: newId(), code: codeFor(name, new Set(accountTypes.map(({ code }) => code))), name, kind, controlCode, isDefault: false, retired: false, releaseOn, earlyRelease, ...said }
  accountTypes.push(made)
  remember(place, 'account_type', name, changesBetween({}, { name, kind, ...toldTerms(said) }))
  return typeFrom(made)
}

/** Renames one of these, makes it the default, retires it or brings it back. There is always one default on offer. */
function change<Each extends { id: string; name: string; isDefault: boolean; retired: boolean }>(place: Place, kind: Change['kind'], all: Each[], id: string, given: object): Each {
  const before = all.find((each) => each.id === id) ?? refuse('not_found')
  const after = { ...before, ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) }
  refuseTakenName(all, id, after.name, kind === 'account_type' ? 'account_type_exists' : 'loan_configuration_exists')
  if (after.retired && before.isDefault) refuse('default_is_needed', { field: 'retired', name: before.name })
  if (after.retired && after.isDefault) refuse('retired_is_no_default', { field: 'isDefault', name: before.name })
  const fields = changesBetween(before, after)
  if (fields.length > 0) remember(place, kind, after.name, fields)
  if (after.isDefault) for (const each of all) each.isDefault = false
  return Object.assign(before, after)
}

export function updateAccountType(place: Place, { id, interest, fixedDeposit, ...given }: Parsed<typeof updateTypeContract>): TypeReply {
  const before = place.society.accountTypes.find((each) => each.id === id) ?? refuse('not_found')
  if (given.isDefault && before.kind === 'fixed_deposit') refuse('deposit_is_no_default', { field: 'isDefault', name: before.name })
  const named = interestSaid(interest, fixedDeposit)
  const said = { savings: interest === undefined ? before.savings : named.savings, deposit: named.deposit ?? before.deposit }
  const wrong = whyNotInterest(before.kind, said, given.retired ?? before.retired ? 'general' : place.society.settings.societyKind)
  if (wrong) throw wrong
  const fields = changesBetween(toldTerms(before), toldTerms(said))
  if (fields.length > 0) remember(place, 'account_type', before.name, fields)
  Object.assign(before, said)
  return typeFrom(change(place, 'account_type', place.society.accountTypes, id, given))
}

export function createLoanConfiguration(place: Place, terms: Parsed<typeof contract.createLoanConfiguration>): LoanConfiguration {
  refuseTakenName(place.society.loanConfigurations, undefined, terms.name, 'loan_configuration_exists')
  refuseCost(place, terms)
  const made: LoanConfiguration = { ...plainRules, yearSteps: [], approvalSteps: [], ...definedOf(terms), id: newId(), isDefault: false, retired: false }
  place.society.loanConfigurations.push(made)
  remember(place, 'loan_configuration', terms.name, changesBetween({}, terms))
  return made
}

function refuseCost({ society }: Place, cost: LoanCost): void {
  const wrong = whyNotLoanCost(cost, society.settings.societyKind)
  if (wrong) throw wrong
}

export function updateLoanConfiguration(place: Place, { id, ...given }: Parsed<typeof contract.updateLoanConfiguration>): LoanConfiguration {
  const before = place.society.loanConfigurations.find((each) => each.id === id) ?? refuse('not_found')
  if (!(given.retired ?? before.retired)) refuseCost(place, { ...before, ...definedOf(given) })
  return change(place, 'loan_configuration', place.society.loanConfigurations, id, given)
}

function configuration({ society }: Place): Replied<typeof contract.getConfiguration> {
  const { shareCeilingBasisPoints, savingsMultiplePercent, ...settings } = society.settings
  return { ...settings, shareCeilingPercent: shareCeilingBasisPoints / 100, savingsMultiple: savingsMultiplePercent / 100, booksBeginOn: society.booksBeginOn, closedThrough: null }
}

export function updateConfiguration(place: Place, { shareCeilingPercent, savingsMultiple, ...plain }: Parsed<typeof contract.updateConfiguration>): Replied<typeof contract.getConfiguration> {
  const given: Partial<Record<keyof Settings, unknown>> = {
    ...plain,
    shareCeilingBasisPoints: shareCeilingPercent === undefined ? undefined : hundredths(shareCeilingPercent),
    savingsMultiplePercent: savingsMultiple === undefined ? undefined : hundredths(savingsMultiple),
  }
  const before = configuration(place)
  const standing = place.society.accountTypes.find(({ retired, savings, deposit }) => !retired && (savings !== null || deposit !== null))
  if (plain.societyKind === 'non_interest' && standing) refuse('interest_types_stand', { field: 'societyKind', name: standing.name })
  const loan = place.society.loanConfigurations.find((each) => !each.retired && bearsInterest(each))
  if (plain.societyKind === 'non_interest' && loan) refuse('interest_loans_stand', { field: 'societyKind', name: loan.name })
  const late = place.society.loanConfigurations.find(({ retired, penalty }) => !retired && penalty)
  if (plain.societyKind === 'non_interest' && late) refuse('penalty_loans_stand', { field: 'societyKind', name: late.name })
  Object.assign(place.society.settings, Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)))
  const after = configuration(place)
  const fields = changesBetween(before, after)
  if (fields.length > 0) remember(place, 'settings', 'Settings', fields)
  return after
}

function remember({ society, actor, now }: Place, kind: Change['kind'], subjectName: string, changes: FieldChange[]): void {
  society.changes.push({ id: newId(), kind, subjectName, changes, changedBy: actor.name, changedAt: now.toISOString() })
}

function inNaira({ field, before, after }: FieldChange): FieldChange {
  const told = (value: FieldChange['before']) => (settingsInMoney.includes(field) && typeof value === 'string' ? nairaNumber(kobo(value)) : value)
  return { field, before: told(before), after: told(after) }
}

export function definedOf<Fields extends object>(fields: Fields): { [Name in keyof Fields]: Exclude<Fields[Name], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as { [Name in keyof Fields]: Exclude<Fields[Name], undefined> }
}
