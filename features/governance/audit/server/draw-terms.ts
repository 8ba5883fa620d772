import { endReasonNames, wayToPostNames } from '#features/governance/officers/rules/words.ts'
import { writableTable } from '#platform/files/table-file.ts'
import { type Drawing, findTermsBetween, type TermLine } from './queries.ts'

/** The register of officers and committees, as far as the period reaches. */
export async function drawTerms({ tx, days, head }: Drawing) {
  return writableTable<TermLine>(
    {
      sheet: head.title,
      head,
      columns: [
        { header: 'Post', kind: 'text', width: 26, value: ({ post }) => post },
        { header: 'Committee', kind: 'text', width: 24, value: ({ committee }) => committee },
        { header: 'Number', kind: 'text', width: 18, value: ({ membershipno }) => membershipno },
        { header: 'Member', kind: 'text', value: ({ name }) => name },
        { header: 'From', kind: 'date', value: ({ startedOn }) => startedOn },
        { header: 'How', kind: 'text', width: 18, value: ({ cameBy }) => wayToPostNames[cameBy] },
        { header: 'To', kind: 'date', value: ({ endedOn }) => endedOn },
        {
          header: 'Why it ended',
          kind: 'text',
          width: 24,
          value: ({ endReason }) => endReason && endReasonNames[endReason],
        },
      ],
    },
    await findTermsBetween(tx, days),
  )
}
