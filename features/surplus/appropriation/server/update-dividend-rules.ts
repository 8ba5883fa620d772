import type { updateDividendRules as contract } from '#features/surplus/appropriation/contract.ts'
import type { Parsed, Replied } from '#contract/endpoint.ts'
import type { TenantActor } from '#domain/actor.ts'
import { hundredths } from '#domain/percent.ts'
import { refuse } from '#domain/refusal.ts'
import { dividendRulesText } from '#features/surplus/appropriation/rules/dividend-rules.ts'
import type { Tx } from '#server/db/tx.ts'
import type { Change } from '#features/access/change-requests/server/ask-for-change.ts'
import { recordChange } from '#features/access/setting-changes/server/record-change.ts'
import { findDividendRules, findType, getDividendRules, type StoredDividendRules } from './queries.ts'
import { upsertDividendRules } from './store.ts'

/** For runs from now on; what waits for approval is posted as it was made. Refuses: account_type_not_found. */
export async function updateDividendRules(
  tx: Tx,
  actor: TenantActor,
  input: Parsed<typeof contract>,
): Promise<Replied<typeof contract>> {
  const stored = await findDividendRules(tx)
  const asked = await rulesFrom(tx, input, stored)

  // From here on it must succeed.
  const before = dividendRulesText(stored)
  await upsertDividendRules(tx, actor, asked)
  const after = dividendRulesText(asked)
  if (before !== after) recordChange(tx, actor, 'Settings', [{ field: 'dividendRules', before, after }])
  else tx.nothingChanged()
  return getDividendRules(tx)
}

/** The old and the new rules for the approver, because they decide what members get. Refuses: account_type_not_found. */
export async function describeDividendRules(
  tx: Tx,
  _actor: TenantActor,
  input: Parsed<typeof contract>,
): Promise<Change | undefined> {
  const stored = await findDividendRules(tx)
  const [before, after] = [dividendRulesText(stored), dividendRulesText(await rulesFrom(tx, input, stored))]
  return before === after ? undefined : { description: `Bye-laws on the dividend: ${before} → ${after}` }
}

async function rulesFrom(
  tx: Tx,
  { basis, accountTypeId, capPercent, method, heldMonths, ...rest }: Parsed<typeof contract>,
  stored: StoredDividendRules,
): Promise<StoredDividendRules> {
  const type =
    basis === 'balance'
      ? await findType(tx, accountTypeId ?? refuse('account_type_not_found', { field: 'accountTypeId' }), {
          field: 'accountTypeId',
          kinds: ['savings', 'shares'],
        })
      : null
  return {
    ...{ basis, method, heldMonths },
    accountTypeId: type?.id ?? null,
    accountType: type?.name ?? null,
    capBasisPoints: capPercent === null ? null : (hundredths(capPercent) ?? null),
    basisClause: rest.basisClause ?? '',
    methodClause: rest.methodClause ?? '',
    heldClause: rest.heldClause ?? '',
    capClause: rest.capClause ?? '',
    patronageBasis: rest.patronageBasis === undefined ? stored.patronageBasis : rest.patronageBasis,
    patronageClause: rest.patronageClause === undefined ? stored.patronageClause : (rest.patronageClause ?? ''),
  }
}
