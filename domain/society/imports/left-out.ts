import { labelled } from '#domain/words.ts'

/** Why a row is left out although it has something in it: it is above the headings, the headings again, a total, figures alone, or a note such as who prepared the list. */
export const leftOutReasons = ['title', 'heading', 'total', 'figures', 'note'] as const
export type LeftOut = (typeof leftOutReasons)[number]

/** The same after "Row 3 …". */
export const leftOutWords: Record<LeftOut, string> = labelled({
  title: 'is above the headings',
  heading: 'repeats the headings',
  total: 'is a total',
  figures: 'has figures and no name',
  note: 'is a note or a signature',
})
