import { runFullSize } from './full-size-tests.ts'

/** `npm run attack`: the tests of dev/attacks and those on what a backup brings back and on the operator's commands, at full size, each against a server of its own, a line for each attack. */
process.exitCode = (await runFullSize(['dev/attacks', 'tools/restore-drill.test.ts', 'tools/wrong-database.test.ts']))
  .held
  ? 0
  : 1
