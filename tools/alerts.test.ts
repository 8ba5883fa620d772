import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const read = (name: string) => readFileSync(`docs/operating/${name}`, 'utf8')
const hasPromtool = spawnSync('promtool', ['--version']).status === 0

const found = (text: string, what: RegExp) => [...text.matchAll(what)].map(([, name = '']) => name)

test('every alert is made to fire by the test of the alerts', () => {
  const alerts = found(read('alerts.yml'), /- alert: (\w+)/g)
  expect(alerts.length).toBeGreaterThan(10)
  expect(new Set(found(read('alerts.test.yml'), /alertname="(\w+)"/g))).toEqual(new Set(alerts))
})

test.skipIf(!hasPromtool)('Prometheus fires each where it should and none where all is well', () => {
  const { stdout, status } = spawnSync('promtool', ['test', 'rules', 'alerts.test.yml'], {
    cwd: 'docs/operating',
    encoding: 'utf8',
  })
  expect([stdout.match(/SUCCESS|FAILED/)?.[0], status]).toEqual(['SUCCESS', 0])
})

test('a server shows what the alerts count before it happens for the first time', () => {
  const text = execFileSync(
    process.execPath,
    [
      '--input-type=module',
      '--eval',
      `import { serveMetrics } from './platform/telemetry/serve-metrics.ts'
       const server = await serveMetrics(0, '127.0.0.1')
       console.log(await (await fetch('http://127.0.0.1:' + server.address().port + '/metrics')).text())
       process.exit()`,
    ],
    { encoding: 'utf8' },
  )
  const counted = found(read('alerts.yml'), /(?:increase|rate)\((ajose_\w+_total(?:\{[^}]*\})?)\[/g)
  // A rate over all labels needs one of them.
  const missing = counted.filter(
    (series) => !text.split('\n').some((line) => line.startsWith(series) && / 0$/.test(line)),
  )
  expect(missing).toEqual([])
})
