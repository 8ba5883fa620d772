import { resolve } from 'node:path'
import { startVitest, type TestCase } from 'vitest/node'

/** `npm run attack`: the tests of server/attacks at full size, each against a server of its own, a line for each attack. */
process.env['TEST_SIZE'] = 'full'

let held = 0
let lost = 0

const reporter = {
  onTestCaseResult(test: TestCase) {
    const { state, errors } = test.result()
    if (state === 'passed') held += 1
    else lost += 1
    console.log(`${state === 'passed' ? 'held    ' : 'NOT HELD'}  ${test.name}`)
    for (const { message } of errors ?? []) console.log(`          ${message}`)
  },
}

const vitest = await startVitest('test', ['server/attacks'], {
  root: resolve(import.meta.dirname, '..'),
  watch: false,
  reporters: [reporter],
})
const unhandled = vitest.state.getUnhandledErrors()
for (const error of unhandled) console.error(error)
await vitest.close()
console.log(`${held} held, ${lost} not held`)
process.exitCode = held > 0 && lost === 0 && unhandled.length === 0 ? 0 : 1
