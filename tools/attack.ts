import { runFullSize } from './full-size-tests.ts'

/** `npm run attack`: the tests of server/attacks at full size, each against a server of its own, a line for each attack. */
process.exitCode = (await runFullSize(['server/attacks'])).held ? 0 : 1
