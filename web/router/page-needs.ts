import type { Permission } from '#domain/actor.ts'
import { may } from '#web/session/may.ts'
import type { Path } from './paths.ts'

const finance = '/coop/financial-operations'

/** What a page of the admin area asks of whoever opens it: what its first request asks. The others are open to every officer. */
const needs: Partial<Record<Path, Permission>> = {
  '/coop/member-management/import': 'member.create',
  '/coop/member/$memberId/leave': 'leaving.read',
  [`${finance}/money`]: 'books.read',
  [`${finance}/transactions`]: 'transaction.list',
  [`${finance}/contributions`]: 'contribution.list',
  [`${finance}/contributions/import`]: 'contribution.post',
  [`${finance}/contributions/collect`]: 'contribution.post',
  [`${finance}/deductions`]: 'deduction.read',
  [`${finance}/deductions/employers`]: 'deduction.read',
  [`${finance}/deductions/employers/$employerId`]: 'deduction.read',
  [`${finance}/deductions/$scheduleId`]: 'deduction.read',
  [`${finance}/reconciliation`]: 'books.read',
  [`${finance}/opening-balances`]: 'books.read',
  [`${finance}/reports`]: 'books.read',
  [`${finance}/reports/$report`]: 'books.read',
  [`${finance}/reports/entries/$entryId`]: 'books.read',
  [`${finance}/interest`]: 'books.read',
  [`${finance}/fixed-deposits`]: 'transaction.list',
  [`${finance}/setup`]: 'configuration.review',
  '/coop/loan-management': 'loan.list',
  '/coop/loan-management/portfolio': 'loan.review',
  '/coop/loan-management/$loanId': 'loan.list',
}

/** Whether the signed-in person may open what stands at this path. */
export function mayOpen(path: Path): boolean {
  return may(needs[path])
}
