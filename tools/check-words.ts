import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Forms that this product does not use, with what to write instead. Identifiers are left to reviews. */
const banned: readonly [form: RegExp, instead: string][] = [
  [/\b(?:he|him|himself|his)\b/i, 'they, them, their: a member or an officer may be anyone'],
  [/\bnobody\b(?!'\])/i, 'no one, or say what there is none of'],
  [/\banew\b/i, 'again'],
  [/\breckon(?:s|ed|ing)?\b/i, 'calculate, compute, count'],
  [/\b(?:stands?|stood) (?:for|in|on|at|beside|under|here|there)\b/i, 'is in, is for, guarantees, is pledged for'],
  [/\b(?:ties|tied) up\b/i, 'pledges, pledged'],
  [/\b(?:draw|drawn|drew) up\b/i, 'create, created'],
  [/\bby the year\b/i, 'a year, annual'],
  [/\bbeside the application\b/i, 'also by SMS, in the app too'],
  [/\b(?:hand|hands|handed) (?:its|the) surplus over\b/i, 'distribute'],
  [/\bCancel the leaving\b/, 'Cancel exit'],
  [/\b(?:The|Your) [^.'"`]* could not be loaded\b/, 'Failed to load X. Try again.'],
]

/** Of these files the words are checked; the decisions are a record of their time. */
const looksAt = (path: string) =>
  /\.(?:tsx?|css|sql|md)$/.test(path) && !path.startsWith('docs/decisions/') && !path.startsWith('tools/check-words')

/** Each breach as `file:line: word: instead`. */
export function wordComplaints(path: string, text: string): string[] {
  return text.split('\n').flatMap((line, index) =>
    banned.flatMap(([form, instead]) => {
      const found = form.exec(spoken(path, line))
      return found ? [`${path}:${index + 1}: “${found[0]}”: write ${instead}`] : []
    }),
  )
}

/** What of a line is language: in code its comments, strings and texts, without names such as `reckon_savings`; of the style guide's examples the good ones. */
function spoken(path: string, line: string): string {
  if (path === 'STYLE.md' && line.startsWith('| ')) return line.split('|').at(-2) ?? ''
  return path.endsWith('.md') ? line : line.replaceAll(/[\w$]*[_$][\w$]*|[\w-]+(?:-[\w-]+)+/g, '')
}

if (import.meta.main) {
  const root = join(import.meta.dirname, '..')
  const files = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).split('\n').filter(looksAt)
  const complaints = files.flatMap((path) => wordComplaints(path, readFileSync(join(root, path), 'utf8')))
  for (const complaint of complaints) console.error(complaint)
  console.log(`words: ${files.length} files read, ${complaints.length} complaint(s)`)
  process.exitCode = files.length === 0 || complaints.length > 0 ? 1 : 0
}
