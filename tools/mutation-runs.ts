import fc from 'fast-check'

/** The same cases for every mutant, so that a score can be had again, and few, because there are thousands of mutants. */
fc.configureGlobal({ numRuns: 50, seed: 1, endOnFailure: true })
