import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'

const page = new URL('../docs/figures.md', import.meta.url)

/** The day, the commit and the machine of what is measured now. */
export function measuredOn(): string {
  const { stdout: commit } = spawnSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' })
  const day = new Date(Date.now() + 3_600_000).toISOString().slice(0, 10)
  return `${day}, commit ${commit.trim()}, ${cpus().length} × ${cpus()[0]?.model ?? 'processor'}, ${Math.round(totalmem() / 2 ** 30)} GB`
}

/** Puts what a command printed in the place of what it printed last, in its section of docs/figures.md. */
export function saveFigures(command: string, printed: string): void {
  const text = readFileSync(page, 'utf8')
  const heading = `## ${command}\n`
  const begins = text.indexOf(heading)
  const kept = begins === -1 ? text : text.slice(0, begins)
  const next = begins === -1 ? -1 : text.indexOf('\n## ', begins + 1)
  const section = `${heading}\n\`\`\`\n${printed.trim()}\n\`\`\`\n`
  writeFileSync(page, `${kept.trimEnd()}\n\n${section}${next === -1 ? '' : text.slice(next)}`)
}
