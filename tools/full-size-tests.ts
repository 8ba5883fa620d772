import { resolve } from 'node:path'
import { startVitest, type TestCase } from 'vitest/node'

/**
 * Runs test files at full size, with a line for each test as it ends: `held`, how long it took and what it counted.
 * Answers those lines, and whether all held.
 */
export async function runFullSize(files: readonly string[]): Promise<{ held: boolean; lines: string[] }> {
  const lines: string[] = []
  const say = (line: string) => {
    lines.push(line)
    console.log(line)
  }
  process.env['TEST_SIZE'] = 'full'
  let held = 0
  let lost = 0
  const reporter = {
    onTestCaseResult(test: TestCase) {
      const { state, errors } = test.result()
      if (state === 'skipped') return say(`skipped   ${test.name}`)
      if (state === 'passed') held += 1
      else lost += 1
      const seconds = Math.round((test.diagnostic()?.duration ?? 0) / 1000)
      const { figures } = test.meta()
      say(
        `${state === 'passed' ? 'held    ' : 'NOT HELD'}  ${test.name} (${seconds} s${figures === undefined ? '' : `: ${figures}`})`,
      )
      for (const { message } of errors ?? []) say(`          ${message}`)
    },
  }
  const vitest = await startVitest('test', [...files], {
    root: resolve(import.meta.dirname, '..'),
    watch: false,
    reporters: [reporter],
  })
  const unhandled = vitest.state.getUnhandledErrors()
  for (const error of unhandled) console.error(error)
  await vitest.close()
  say(`${held} held, ${lost} not held`)
  return { held: held > 0 && lost === 0 && unhandled.length === 0, lines }
}
