import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { closureOf, readManifest } from './built-files.ts'
import { placesOf } from './places.ts'

/**
 * Writes `first-files.json`: for each path of the app the files of its first load beyond those that app.html names
 * itself. The server puts them into the page's head, so that a browser asks for all of them at once and not in waves.
 */
export function firstFiles(root: string): Plugin {
  return {
    name: 'first-files',
    apply: 'build',
    writeBundle: {
      order: 'post',
      sequential: true,
      handler({ dir = '' }) {
        const manifest = readManifest(dir)
        const page = readFileSync(join(dir, 'app.html'), 'utf8')
        const found = [...placesOf(root)].map(([path, { modules }]) => {
          const built = [...closureOf(manifest, modules).values()]
          const files = [...new Set(built.flatMap(({ file, css = [] }) => [file, ...css]))]
            .map((file) => `/${file}`)
            .filter((file) => !page.includes(file))
          return [
            path,
            {
              scripts: files.filter((file) => file.endsWith('.js')),
              styles: files.filter((file) => file.endsWith('.css')),
            },
          ] as const
        })
        writeFileSync(join(dir, '.vite/first-files.json'), JSON.stringify(Object.fromEntries(found)))
      },
    },
  }
}
