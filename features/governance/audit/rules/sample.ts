/** How entries are drawn for a test of the books. `by_size`: each naira has the same chance, so that large entries are drawn more often. */
export const sampleMethods = ['random', 'by_size', 'largest'] as const
export type SampleMethod = (typeof sampleMethods)[number]

export const sampleMethodNames: Record<SampleMethod, string> = {
  random: 'At random',
  by_size: 'By size, at random',
  largest: 'The largest',
}

export const sampleSizeMax = 500
export const usualSampleSize = 25
