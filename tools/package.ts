import { execFileSync } from 'node:child_process'
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '..')

/** What an operator runs on the machine itself; each is also `ajose COMMAND` there. */
const commands = [
  'backup',
  'doctor',
  'end-access',
  'import-society',
  'lost-secret',
  'restore',
  'restore-drill',
  'super-admin',
  'verify-books',
]
const program = [
  ...['package.json', 'package-lock.json', 'app', 'features', 'core', 'platform', 'database', 'docs', 'packaging'],
  ...[...commands, 'operator-command', 'read-export', 'verify-anchor'].map((name) => `tools/${name}.ts`),
  // What only tests and pictures need.
  ...['*.test.ts', 'features/*/*/web/*', 'app/web', 'features/*/pages.ts', 'database/recordings', 'docs/pictures'].map(
    (path) => `:(exclude)${path}`,
  ),
]
const architectures: Partial<Record<string, string>> = { x64: 'amd64', arm64: 'arm64' }

function run(program: string, words: readonly string[], cwd = root): string {
  return execFileSync(program, words, {
    cwd,
    encoding: 'utf8',
    maxBuffer: 2 ** 30,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
}

/** The program's own files in the package, as they are in the checkout. */
export const packagedFiles = (): string[] =>
  run('git', ['ls-files', '--', ...program])
    .trim()
    .split('\n')

/**
 * Makes a Debian package of what is committed, for machines of this kind: the program, its web app, the packages that it
 * needs and its own Node. It takes dpkg-deb and the way to npm's registry. `revision` tells one build from the next.
 */
export function makePackage(file: string, revision = run('git', ['rev-list', '--count', 'HEAD']).trim()): void {
  const architecture = architectures[process.arch]
  if (architecture === undefined) throw new Error(`No package is made for ${process.arch}`)
  const { version, description } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Record<
    string,
    string
  >
  const stage = mkdtempSync(join(tmpdir(), 'ajose-package-'))
  try {
    const home = join(stage, 'opt/ajose')
    mkdirSync(home, { recursive: true })
    const archive = join(stage, 'program.tar')
    run('git', ['archive', '--output', archive, 'HEAD', '--', ...program])
    run('tar', ['--extract', '--file', archive, '--directory', home])
    rmSync(archive)
    run('npm', ['ci', '--omit=dev', '--no-audit', '--no-fund', '--loglevel=error'], home)
    place('node_modules/node/bin/node', join(home, 'node_modules/node/bin/node'))
    // After its sources, so that the server does not take it for old.
    run('npm', ['run', 'build', '--silent'])
    cpSync(join(root, 'dist/web'), join(home, 'dist/web'), { recursive: true })
    place('packaging/ajose', join(stage, 'usr/bin/ajose'))
    place('packaging/ajose.service', join(stage, 'lib/systemd/system/ajose.service'))
    for (const script of ['postinst', 'prerm', 'postrm']) place(`packaging/${script}`, join(stage, 'DEBIAN', script))
    const control = {
      Package: 'ajose',
      Version: `${version}+${revision}`,
      Architecture: architecture,
      Maintainer: 'Ajose',
      Depends: 'libc6 (>= 2.31), libstdc++6, passwd, util-linux',
      Recommends: 'nginx | caddy',
      Description: description,
    }
    writeFileSync(
      join(stage, 'DEBIAN/control'),
      Object.entries(control)
        .map(([name, value]) => `${name}: ${value}\n`)
        .join(''),
    )
    run('chmod', ['-R', 'u=rwX,go=rX', stage])
    mkdirSync(dirname(file), { recursive: true })
    run('dpkg-deb', ['--root-owner-group', '-Zzstd', '--build', stage, file])
  } finally {
    rmSync(stage, { recursive: true, force: true })
  }
}

function place(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true })
  copyFileSync(join(root, from), to)
}

if (import.meta.main) {
  const file = join(root, 'dist/ajose.deb')
  makePackage(file)
  console.log(
    run('dpkg-deb', ['--show', '--showformat', `${file}: \${Package} \${Version} for \${Architecture}\n`, file]).trim(),
  )
}
