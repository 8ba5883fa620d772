import { fileFormatOf } from '#core/file-format.ts'
import { zeroKobo } from '#core/money.ts'
import { findApprovalRules } from '#features/access/approvals/server/reads.ts'
import { pageLines } from '#features/savings/interest/server/page-lines.ts'
import { approvalsNeeded } from '#features/savings/transactions/rules/movement-approvals.ts'
import * as contract from '#features/surplus/appropriation/contract.ts'
import { totalsByDestination } from '#features/surplus/appropriation/rules/destination.ts'
import { averageOf } from '#features/surplus/appropriation/rules/dividend.ts'
import { action } from '#platform/action.ts'
import { calculateDividend } from './calculate-dividend.ts'
import { draftDividend } from './draft-dividend.ts'
import { type ExcludedRow, findExcluded, findLines, findRun, toldOf } from './reads.ts'

/** What members would get now. Refuses as `calculateDividend` does. */
export const previewDividend = action(contract.previewDividend, async ({ tx, now, today }, input) => {
  const { format: asked, only, q, sort, page, limit, ...terms } = input
  const calculated = await calculateDividend(tx, terms, today)
  const { year, name, terms: kept, lines, excluded, totals, pool, departures, cap } = calculated
  const rows = withExcluded(lines, excluded, only).map((line) => ({
    ...line,
    basis: averageOf(line.basis, kept, year),
  }))
  const format = fileFormatOf(asked)
  if (format) return draftDividend(tx, rows, { format, name, year, now })
  const { basis, accountType, method, heldMonths, excluding, taxBasisPoints } = kept
  const summary = {
    ...{ basis, accountType, method, heldMonths, excluding, taxPercent: taxBasisPoints / 100 },
    ...{ name, from: year.from, yearEnd: year.to, members: lines.length, ...countsOf(excluded), ...totals },
    destinations: totalsByDestination(lines),
    departures,
    cap: cap && {
      ...{ percent: cap.capBasisPoints / 100, clause: cap.clause },
      ...{ counted: cap.counted, allowed: cap.allowed },
    },
    approvals: approvalsNeeded(await findApprovalRules(tx), 'journal', pool),
  }
  return { ...pageLines(rows, 'net', { q, sort, page, limit }), summary }
})

function countsOf(excluded: readonly ExcludedRow[]) {
  return {
    excludedMembers: excluded.length,
    excludedByName: excluded.filter(({ exclusion }) => exclusion === 'by_name').length,
  }
}

/** What one run gave each member. */
export const listDividendLines = action(contract.listDividendLines, async ({ tx, now }, input) => {
  const { runId, format: asked, only, ...list } = input
  const run = await findRun(tx, { runId })
  const [lines, excluded] = await Promise.all([findLines(tx, runId), findExcluded(tx, runId)])
  const rows = withExcluded(lines, excluded, only).map((line) => ({ ...line, basis: averageOf(line.basis, run, run) }))
  const format = fileFormatOf(asked)
  if (format) return draftDividend(tx, rows, { format, name: run.name, year: run, now, departure: run.departure })
  return { ...pageLines(rows, 'net', list), summary: toldOf(run) }
})

/** Who gets something and who is excluded, or the latter alone, by membership number. */
function withExcluded<Line extends { number: number }>(
  lines: readonly Line[],
  excluded: readonly ExcludedRow[],
  only: 'excluded' | undefined,
) {
  const none = {
    post: null,
    gross: zeroKobo,
    tax: zeroKobo,
    net: zeroKobo,
    paidTo: null,
    spent: zeroKobo,
    keptBecause: null,
  }
  return [
    ...(only ? [] : lines.map((line) => ({ ...line, exclusion: null, exclusionReason: null }))),
    ...excluded.map(({ reason, ...member }) => ({ ...member, ...none, exclusionReason: reason })),
  ].toSorted((one, other) => one.number - other.number)
}
