import type { updateConfiguration as contract } from '#features/society/configuration/contract.ts'
import type { Parsed, Replied } from '#core/contract/endpoint.ts'
import type { TenantActor } from '#core/actor.ts'
import { bearsInterest } from '#features/society/configuration/rules/loan-product.ts'
import {
  approvalSettingLabels,
  type Settings,
  settingsInMoney,
} from '#features/society/configuration/rules/settings.ts'
import { kobo, moneyText } from '#core/money.ts'
import { hundredths } from '#core/percent.ts'
import type { Tx } from '#platform/db/tx.ts'
import { refuse } from '#core/refusal.ts'
import type { Change } from '#features/access/change-requests/server/ask-for-change.ts'
import { notifyOfficers } from '#features/access/notifications/server/notify-members.ts'
import { recordChange } from '#features/access/setting-changes/server/record-change.ts'
import { saveDelays } from '#features/loans/running-loans/server/save-delays.ts'
import { findMayKeepDelay } from '#features/loans/running-loans/server/queries.ts'
import { changesBetween, type FieldChange } from '#features/access/audit-trail/rules/field-change.ts'
import { findAccountTypes, findLoanConfigurations, findSettings, getConfiguration } from './queries.ts'
import { lockConfiguration, updateSettings } from './store.ts'
import { fill } from '#core/fill.ts'
import * as strings from './strings.ts'

/** Changes the settings that are named, and keeps what they were. What stays as it was leaves no line. Refuses: interest_types_stand, interest_loans_stand. */
export async function updateConfiguration(
  tx: Tx,
  actor: TenantActor,
  input: Parsed<typeof contract>,
): Promise<Replied<typeof contract>> {
  await lockConfiguration(tx)
  const before = await getConfiguration(tx)
  const named = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined))
  const fields = changesBetween(before, named)
  if (fields.length === 0) {
    tx.nothingChanged()
    return before
  }
  if (input.societyKind === 'non_interest') await refuseWhereInterestStands(tx)

  const rules = await describeApprovalRules(tx, actor, input)

  // From here on the change must succeed.
  const { shareCeilingPercent, savingsMultiple, ...rest } = { ...before, ...named } as typeof before
  const settings = await findSettings(tx)
  await updateSettings(tx, actor.cooperativeId, {
    ...settings,
    ...rest,
    shareCeilingBasisPoints: hundredths(shareCeilingPercent) ?? settings.shareCeilingBasisPoints,
    savingsMultiplePercent: hundredths(savingsMultiple) ?? settings.savingsMultiplePercent,
  })
  if (fields.some(({ field }) => arrearsSettings.includes(field))) await saveDelays(tx, await findMayKeepDelay(tx))
  if (rules)
    notifyOfficers(tx, actor.cooperativeId, {
      type: 'warning',
      message: fill(strings.changedHowManyOfficersMust, { name: actor.name, description: rules.description }),
    })
  recordChange(tx, actor, 'Settings', fields)
  return getConfiguration(tx)
}

/** What decides for how long a loan counts as late. */
const arrearsSettings: readonly string[] = [
  'arrearsTolerance',
  'arrearsToleranceDays',
  'arrearsCuredAfter',
] satisfies (keyof Settings)[]

/** A non-interest society offers nothing that earns interest. */
async function refuseWhereInterestStands(tx: Tx): Promise<void> {
  const [types, loans] = await Promise.all([findAccountTypes(tx), findLoanConfigurations(tx)])
  const standing = types.find(
    ({ retired, interest, fixedDeposit }) => !retired && (interest !== null || fixedDeposit !== null),
  )
  if (standing) refuse('interest_types_stand', { field: 'societyKind', name: standing.name })
  const loan = loans.find((each) => !each.retired && bearsInterest(each))
  if (loan) refuse('interest_loans_stand', { field: 'societyKind', name: loan.name })
  const late = loans.find(({ retired, penalty }) => !retired && penalty)
  if (late) refuse('penalty_loans_stand', { field: 'societyKind', name: late.name })
}

/** Only what says how many officers must approve: “Approvals of a withdrawal: 1 → 0”. */
export async function describeApprovalRules(
  tx: Tx,
  _actor: TenantActor,
  input: Parsed<typeof contract>,
): Promise<Change | undefined> {
  const named = Object.fromEntries(
    Object.entries(input).filter(([name, value]) => name in approvalSettingLabels && value !== undefined),
  )
  const changes = changesBetween(await getConfiguration(tx), named)
  if (changes.length === 0) return undefined
  return {
    description: changes
      .map(
        ({ field, before, after }) => `${approvalSettingLabels[field]}: ${told(field, before)} → ${told(field, after)}`,
      )
      .join('; '),
  }
}

function told(field: string, value: FieldChange['before']): string {
  if (value === null) return 'automatic'
  if (settingsInMoney.includes(field)) return moneyText(kobo(BigInt(value)))
  return value === 0 ? 'none' : String(value)
}
