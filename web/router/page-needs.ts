import type { Permission } from '#domain/actor.ts'
import { may } from '#web/session/may.ts'
import type { Path } from './paths.ts'

/** What pages of the admin area ask of whoever opens them, by what is in their paths; the first that fits holds. All others are open to every officer. */
const needs: Record<string, Permission> = {
  'management/import': 'member.create',
  '/leave': 'leaving.read',
  loan: 'loan.list',
  'contributions/': 'contribution.post',
  contributions: 'contribution.list',
  transactions: 'transaction.list',
  fixed: 'transaction.list',
  deductions: 'deduction.read',
  setup: 'configuration.review',
  financial: 'books.read',
}

/** Whether the signed-in person may open what is at this path. */
export function mayOpen(path: Path): boolean {
  return !path.startsWith('/coop') || may(Object.entries(needs).find(([part]) => path.includes(part))?.[1])
}
