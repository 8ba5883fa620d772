import { resolve } from 'node:path'
import { type Phase, runTests } from './test-run.ts'

const isFull = process.argv[2] === 'full'

/** Everything that must hold before a change lands. `full` as argument runs the tests at full size (dev/testing/size.ts). */
const phases: Phase[] = [
  // The bytes come first, because the step builds the web app, which tests of the server and the browser serve and read.
  [[{ name: 'bytes of each page', script: 'check:budgets' }]],
  [
    [
      { name: 'format', script: 'check:format' },
      { name: 'lint and types', script: 'check:lint' },
      { name: 'boundaries', script: 'check:boundaries' },
      { name: 'structure', script: 'check:structure' },
      { name: 'security requirements', script: 'check:asvs' },
      { name: 'words', script: 'check:words' },
      { name: 'strings', script: 'check:strings' },
      { name: 'expressions', script: 'check:expressions' },
      { name: 'unused code', script: 'check:unused' },
      // The same types a second time, by the compiler that is not called experimental.
      ...(isFull ? [{ name: 'types by tsc', script: 'check:types' }] : []),
    ],
    [
      { name: 'units and server', script: 'test:server', tests: 'server' },
      { name: 'types of rows', script: 'check:rows' },
    ],
  ],
  [[{ name: 'journeys in a browser', script: 'test:e2e', tests: 'browser' }]],
]

if (isFull) process.env['TEST_SIZE'] = 'full'
await runTests(resolve(import.meta.dirname, '..'), phases)
