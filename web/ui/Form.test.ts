import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const files = globSync('web/**/*.tsx', { cwd: root }).filter((path) => !path.startsWith('web/site/'))
const filesWith = (pattern: RegExp) =>
  files.filter((path) => pattern.test(readFileSync(join(root, path), 'utf8'))).toSorted()

test('every form that sends is a Form, which alone closes its fields while no one knows what became of its request', () => {
  expect(filesWith(/<form\b/)).toEqual([
    // Keeps what it sends on the device until it is in the books, each under a key of its own.
    'web/features/money/contributions/CollectionLines.tsx',
    'web/ui/Form.tsx',
    'web/ui/SearchBox.tsx',
  ])
  expect(filesWith(/<fieldset\b[^>]*disabled=\{[^}]*(isPending|isSent)/)).toEqual(['web/ui/Form.tsx'])
})
