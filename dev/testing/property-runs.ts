import fc from 'fast-check'
import { atSize } from './size.ts'

/** Domain tests that try more than fast-check's usual 100 cases say so beside `fc.readConfigureGlobal().numRuns`; this takes them back to 100. */
const numRuns = atSize(100, undefined)
if (numRuns !== undefined) fc.configureGlobal({ numRuns })
