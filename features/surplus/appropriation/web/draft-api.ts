import type { AccountId, AppropriationId } from '#core/ids.ts'
import { kobo } from '#core/money.ts'
import { session } from '#ui/session/session.ts'
import type { Excluded } from './ExcludeMembers.tsx'
import type { NamedRow } from './NamedAmounts.tsx'

/** What was entered by name for a line of an appropriation and is not sent yet. */
export type Draft = { rows: readonly NamedRow[]; excluded: readonly Excluded[] }

/** A line of an appropriation, which is of one society and one year. */
export type DraftLine = { appropriationId: AppropriationId; accountId: AccountId }

/** The officer's own on this device; logging out removes it with everything else of theirs. */
function key({ appropriationId, accountId }: DraftLine): string {
  return `dividend-draft:${session.owner()}:${appropriationId}:${accountId}`
}

export function readDraft(line: DraftLine): Draft {
  try {
    const kept = JSON.parse(localStorage.getItem(key(line)) ?? '') as {
      rows: (Omit<NamedRow, 'amount'> & { amount?: string })[]
      excluded: Excluded[]
    }
    return {
      rows: kept.rows.map(({ amount, ...row }) => ({
        ...row,
        amount: amount === undefined ? undefined : kobo(amount),
      })),
      excluded: kept.excluded,
    }
  } catch {
    return { rows: [], excluded: [] }
  }
}

export function saveDraft(line: DraftLine, { rows, excluded }: Draft): void {
  if (rows.length === 0 && excluded.length === 0) return dropDraft(line)
  const kept = {
    rows: rows.map((row) => ({ ...row, amount: row.amount?.toString() })),
    excluded: excluded.map(({ member: { memberid, firstName, lastName }, reason }) => ({
      member: { memberid, firstName, lastName },
      reason,
    })),
  }
  try {
    localStorage.setItem(key(line), JSON.stringify(kept))
  } catch {
    // A full or closed storage keeps no draft; what was entered stays until the page is left.
  }
}

export function dropDraft(line: DraftLine): void {
  localStorage.removeItem(key(line))
}
