import { kobo } from '#core/money.ts'
import { session } from '#ui/session/session.ts'
import { nothingWished, type Wish } from './eligibility-api.ts'

/** One draft for each person on this device; logging out removes it with everything else of theirs. */
function key(): string {
  return `loan-draft:${session.owner()}`
}

export function readDraft(): Wish {
  try {
    const kept = JSON.parse(localStorage.getItem(key()) ?? '{}') as Partial<Omit<Wish, 'principal' | 'netSalary'>> & {
      principal?: string
      netSalary?: string
    }
    const { principal, netSalary, ...rest } = kept
    return {
      ...nothingWished,
      ...rest,
      ...(principal && { principal: kobo(principal) }),
      ...(netSalary && { netSalary: kobo(netSalary) }),
    }
  } catch {
    return nothingWished
  }
}

export function saveDraft(wish: Wish): void {
  try {
    localStorage.setItem(
      key(),
      JSON.stringify({ ...wish, principal: wish.principal?.toString(), netSalary: wish.netSalary?.toString() }),
    )
  } catch {
    // A full or closed storage keeps no draft; the application goes on without it.
  }
}

export function dropDraft(): void {
  localStorage.removeItem(key())
}
