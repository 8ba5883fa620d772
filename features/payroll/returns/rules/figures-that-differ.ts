import type { Kobo } from '#core/money.ts'

type Compared = {
  scheduled: Kobo
  employerSays: Kobo | null
  totals: { file: Kobo }
  totalsThatDiffer: readonly { row: number; says: Kobo }[]
}

/** What the schedule, the file and the employer say a return comes to, as far as that is another amount than it posts. */
export function figuresThatDiffer(
  { scheduled, employerSays, totals, totalsThatDiffer }: Compared,
  posts: Kobo,
): { label: string; amount: Kobo }[] {
  const last = totalsThatDiffer.at(-1)
  return [
    { label: 'Scheduled', amount: scheduled },
    { label: 'Sum of the file', amount: totals.file },
    ...(last ? [{ label: `Total in row ${last.row} of the file`, amount: last.says }] : []),
    ...(employerSays === null ? [] : [{ label: 'The employer says it paid', amount: employerSays }]),
  ].filter(({ amount }) => amount !== posts)
}
