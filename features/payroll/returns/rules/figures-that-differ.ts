import type { Kobo } from '#core/money.ts'

type Compared = {
  scheduled: Kobo
  employerSays: Kobo | null
  totals: { file: Kobo }
  totalsThatDiffer: readonly { row: number; says: Kobo | null; sum: Kobo }[]
}

/** What the schedule, the file and the employer say a return comes to, as far as that is another amount than it posts. */
export function figuresThatDiffer(
  { scheduled, employerSays, totals, totalsThatDiffer }: Compared,
  posts: Kobo,
): { label: string; amount: Kobo }[] {
  // One of a page is compared with the rows of that page.
  const last = totalsThatDiffer.findLast(({ sum }) => sum === totals.file)
  return [
    { label: 'Scheduled', amount: scheduled },
    { label: 'Sum of the file', amount: totals.file },
    ...(last?.says ? [{ label: `Total in row ${last.row} of the file`, amount: last.says }] : []),
    ...(employerSays === null ? [] : [{ label: 'The employer says it paid', amount: employerSays }]),
  ].filter(({ amount }) => amount !== posts)
}
