import { expect, test } from 'vitest'
import { wordComplaints } from './check-words.ts'

test('each form that is not used is named with its file, its line and what to write', () => {
  const planted = [
    '/** He pays what his guarantor owes. */',
    "const hint = 'Nobody waits'",
    '// The schedule is made anew and reckoned again.',
    '<p>Musa stands for this loan.</p>',
    "title: 'The members could not be loaded',",
  ]
  const complaints = wordComplaints('features/loans/loans/web/Planted.tsx', planted.join('\n'))
  expect(complaints.map((each) => each.split('”')[0])).toEqual([
    'features/loans/loans/web/Planted.tsx:1: “He',
    'features/loans/loans/web/Planted.tsx:2: “Nobody',
    'features/loans/loans/web/Planted.tsx:3: “anew',
    'features/loans/loans/web/Planted.tsx:3: “reckoned',
    'features/loans/loans/web/Planted.tsx:4: “stands for',
    'features/loans/loans/web/Planted.tsx:5: “The members could not be loaded',
  ])
})

test('names of tables and variables are left alone, and so are plain words', () => {
  const plain = [
    'await tx.run(sql`select app.reckon_savings(${id})`)',
    "const reckonedTotal = 'Their savings are pledged for this loan'",
    '// The heading, this and the history are words of other letters.',
  ]
  expect(wordComplaints('app/jobs/plain.ts', plain.join('\n'))).toEqual([])
})
