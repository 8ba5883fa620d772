import type { TenantActor } from '#core/actor.ts'
import { recordChange } from '#features/access/setting-changes/server/record-change.ts'
import type { Tx } from '#platform/db/tx.ts'
import type { Change } from './waiting-action.ts'

/** The rules of one form, each by its name and as it is in words, always in the same order. */
type Rules = readonly (readonly [name: string, text: string])[]

/** Only the rules that change, as they are and as they would be, for the officer who approves; undefined where none does. */
export function describeRules(title: string, before: Rules, after: Rules): Change | undefined {
  const changed = changesOf(before, after).map(([name, was, is]) => `${name}: ${was} → ${is}`)
  return changed.length === 0 ? undefined : { description: `${title}. ${changed.join('; ')}` }
}

/** Records in the history of the settings the rules that changed, or says that none did. */
export function recordRules(tx: Tx, actor: TenantActor, field: string, before: Rules, after: Rules): void {
  const changes = changesOf(before, after)
  if (changes.length === 0) return tx.nothingChanged()
  const told = (place: 1 | 2) => changes.map((change) => `${change[0]}: ${change[place]}`).join('; ')
  recordChange(tx, actor, 'Settings', [{ field, before: told(1), after: told(2) }])
}

function changesOf(before: Rules, after: Rules): [name: string, was: string, is: string][] {
  return after.flatMap(([name, is], n) => {
    const was = before[n]?.[1] ?? ''
    return was === is ? [] : [[name, was, is]]
  })
}
