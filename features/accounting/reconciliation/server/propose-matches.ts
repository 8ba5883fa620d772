import type { proposeMatches as contract } from '#features/accounting/reconciliation/contract.ts'
import type { Parsed, Replied } from '#core/contract/endpoint.ts'
import type { TenantActor } from '#core/actor.ts'
import type { AccountId, BankMatchId } from '#core/ids.ts'
import { proposeMatches as pairOff } from '#features/accounting/reconciliation/rules/match.ts'
import { proposeGroups } from '#features/accounting/reconciliation/rules/match-groups.ts'
import { newId } from '#platform/db/id.ts'
import type { Tx } from '#platform/db/tx.ts'
import { findOpenSides, lockBankAccount } from './queries.ts'
import { insertMatches } from './store.ts'

/** Proposes what the open lines are in the books. Refuses: not_found. */
export async function proposeMatches(
  tx: Tx,
  actor: TenantActor,
  { accountId }: Parsed<typeof contract>,
): Promise<Replied<typeof contract>> {
  await lockBankAccount(tx, accountId)
  return { proposed: await proposeOpen(tx, actor, accountId) }
}

/** The same for an account that is held; says how many are proposed. */
export async function proposeOpen(tx: Tx, actor: TenantActor, accountId: AccountId): Promise<number> {
  const { lines, entries } = await findOpenSides(tx, accountId)
  const pairs = pairOff(lines, entries)
  const paired = new Set<string>(pairs.flatMap(({ line, entry }) => [line, entry]))
  const isLeft = ({ id }: { id: string }) => !paired.has(id)
  const groups = proposeGroups(lines.filter(isLeft), entries.filter(isLeft))
  const matches = [...pairs.map(({ line, entry }) => ({ lines: [line], entries: [entry] })), ...groups]
  if (matches.length > 0)
    await insertMatches(
      tx,
      actor,
      accountId,
      matches.map((match) => ({ id: newId<BankMatchId>(), ...match })),
      false,
    )
  return matches.length
}
