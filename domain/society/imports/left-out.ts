import { labelled } from '#domain/words.ts'

/** Why a row is left out although it has something in it: it is above the headings, the headings again, a total, or figures alone. */
export const leftOutReasons = ['title', 'heading', 'total', 'figures'] as const
export type LeftOut = (typeof leftOutReasons)[number]

/** The same after "Row 3 …". */
export const leftOutWords: Record<LeftOut, string> = labelled({
  title: 'is above the headings',
  heading: 'repeats the headings',
  total: 'is a total',
  figures: 'has figures and no name',
})
