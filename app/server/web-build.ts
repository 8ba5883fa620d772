import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))

export const webFolder = join(root, 'dist/web')

/** Builds the web app where there is none yet or its source is newer; says whether it did. */
export async function buildWebIfNeeded(): Promise<boolean> {
  const built = timeOf(join(webFolder, '.vite/manifest.json'))
  if (built > newestOf('ui', 'app', 'site', 'features', 'core', 'vite.config.ts', 'package-lock.json')) return false
  const { build } = await import('vite')
  await build({ root, configFile: join(root, 'vite.config.ts'), logLevel: 'warn' })
  return true
}

function newestOf(...paths: string[]): number {
  return Math.max(...paths.flatMap((path) => filesUnder(join(root, path)).map(timeOf)))
}

function filesUnder(path: string): string[] {
  const stat = statSync(path, { throwIfNoEntry: false })
  if (!stat?.isDirectory()) return [path]
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
}

function timeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0
}
