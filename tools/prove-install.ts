import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import assert from 'node:assert/strict'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '#dev/testing/crash-harness.ts'
import { makePackage } from './package.ts'

/**
 * `npm run prove:install`: the package on a machine that has nothing but Debian: a bare system (debootstrap) that is
 * booted with its own systemd (systemd-nspawn). Installs, starts, upgrades with a society in the database, kills, removes
 * and installs again, and says a line for each. Needs root, debootstrap, systemd-container and Debian's packages.
 */
const limitMilliseconds = 120_000

class Machine {
  readonly folder: string
  readonly #boot: ChildProcess
  #leader = 0

  private constructor(folder: string) {
    this.folder = folder
    this.#boot = spawn(
      'systemd-nspawn',
      ['--quiet', '--register=no', '--keep-unit', '--console=pipe', '--boot', `--directory=${folder}`],
      { stdio: 'ignore' },
    )
  }

  static async boot(folder: string): Promise<Machine> {
    const machine = new Machine(folder)
    await until('the machine has booted', () => {
      // The first process of the machine is the child of its container's.
      const [leader] = readFileSync(`/proc/${machine.#boot.pid}/task/${machine.#boot.pid}/children`, 'utf8').split(' ')
      machine.#leader = Number(leader)
      return machine.#leader > 0 && machine.run('systemctl is-system-running || true').trim() === 'running'
    })
    return machine
  }

  /** What a command of the machine's shell prints; throws where it fails. */
  run(command: string): string {
    const { status, stdout, stderr } = this.try(command)
    if (status !== 0) throw new Error(`${command}: ${stdout}${stderr}`)
    return stdout
  }

  try(command: string) {
    return spawnSync('nsenter', ['--target', String(this.#leader), '--all', '--', '/bin/sh', '-c', command], {
      encoding: 'utf8',
      env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C.UTF-8' },
    })
  }

  file(path: string): string {
    return join(this.folder, path)
  }

  async stop(): Promise<void> {
    const gone = new Promise((resolve) => this.#boot.once('exit', resolve))
    this.try('systemctl poweroff')
    const late = setTimeout(() => this.#boot.kill('SIGKILL'), 20_000)
    await gone
    clearTimeout(late)
  }
}

async function until(what: string, holds: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = Date.now() + limitMilliseconds
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error(`It did not come about that ${what}`)
    await wait(200)
  }
}

function say(what: string): void {
  console.log(`held      ${what}`)
}

/** Debian's release and mirror are those of this machine. */
function makeSystem(folder: string): void {
  const release = /^VERSION_CODENAME=(\w+)$/m.exec(readFileSync('/etc/os-release', 'utf8'))?.[1] ?? ''
  const lists = [
    '/etc/apt/sources.list',
    ...readdirSync('/etc/apt/sources.list.d').map((name) => `/etc/apt/sources.list.d/${name}`),
  ]
  const mirror = lists
    .filter((path) => existsSync(path))
    .flatMap((path) => [...readFileSync(path, 'utf8').matchAll(/^(?:URIs:|deb(?: \[.*\])?) *(\S+\/debian)\b(?!-)/gm)])
    .map(([, address]) => address)[0]
  assert(mirror, "no address of Debian's packages was found in /etc/apt")
  execFileSync('debootstrap', ['--variant=minbase', '--include=systemd,systemd-sysv,dbus', release, folder, mirror], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}

async function ask(port: number, path: string, body?: object): Promise<{ status: number; text: string }> {
  const headers = { 'content-type': 'application/json' }
  const post = body && { method: 'POST', headers, body: JSON.stringify(body) }
  const reply = await fetch(`http://127.0.0.1:${port}/api${path}`, post)
  return { status: reply.status, text: await reply.text() }
}

function isReadyAt(port: number): Promise<boolean> {
  return ask(port, '/health/ready').then(
    ({ status }) => status === 200,
    () => false,
  )
}

/** Answers how to log in as the society; what comes back is the same as long as it is in the database. */
async function registerSociety(port: number): Promise<() => Promise<[number, string | boolean]>> {
  const society = { name: 'Installed', phone: '+2348031234567', password: 'long-secret-password' }
  const made = await ask(port, '/cooperatives/register', { ...society, confirmpassword: society.password })
  assert.equal(made.status, 201, made.text)
  const { coop_id: identifier } = (JSON.parse(made.text) as { data: { coop_id: string } }).data
  return async () => {
    const { status, text } = await ask(port, '/cooperatives/login', { identifier, password: society.password })
    return [status, text.includes('"name":"Installed"') || text]
  }
}

async function prove(folder: string): Promise<void> {
  const packages = { old: join(folder, 'old.deb'), next: join(folder, 'next.deb') }
  makePackage(packages.old, '1')
  makePackage(packages.next, '2')
  const system = join(folder, 'system')
  makeSystem(system)
  await proveContainer(folder, system, packages.old)
  for (const [name, path] of Object.entries(packages)) execFileSync('cp', [path, join(system, `root/${name}.deb`)])
  const machine = await Machine.boot(system)
  try {
    await proveOn(machine, await freePort())
  } finally {
    await machine.stop()
  }
}

/** Builds the Containerfile on the bare system, runs it with a folder for its data, and stops it. */
async function proveContainer(folder: string, system: string, file: string): Promise<void> {
  if (spawnSync('buildah', ['--version']).error) return console.log('skipped   a container: there is no buildah here')
  const storage = ['--root', join(folder, 'images'), '--runroot', join(folder, 'run'), '--storage-driver', 'vfs']
  const buildah = (...words: string[]) =>
    execFileSync('buildah', [...storage, ...words], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] }).trim()
  const context = join(folder, 'context')
  mkdirSync(context)
  copyFileSync(file, join(context, 'ajose.deb'))
  const base = buildah('from', 'scratch')
  buildah('copy', '--quiet', base, system, '/')
  buildah('commit', '--quiet', base, 'localhost/bare')
  const containerfile = join(import.meta.dirname, '../packaging/Containerfile')
  const build = ['--isolation', 'chroot', '--build-arg', 'BASE=localhost/bare', '--file', containerfile]
  buildah('build', '--quiet', ...build, '--tag', 'localhost/ajose', context)
  const container = buildah('from', 'localhost/ajose')
  const port = await freePort()
  const run = ['run', '--isolation', 'chroot', '--user', 'ajose', '--env', `PORT=${port}`, '--env', 'SEED_DEMO=0']
  const [program, ...words] = ['node_modules/node/bin/node', 'app/server/main.ts']
  const server = spawn('buildah', [...storage, ...run, container, '--', program ?? '', ...words], { stdio: 'ignore' })
  await until('the server of the container is ready', () => isReadyAt(port))
  const [main] = processesWith(`PORT=${port}`).filter(({ command }) => command.includes('app/server/main.ts'))
  assert(main, 'the server of the container was not found')
  process.kill(main.id, 'SIGTERM')
  await until('the container has ended', () => server.exitCode !== null)
  assert.equal(server.exitCode, 0)
  assert.deepEqual(processesWith(`PORT=${port}`), [])
  say('the Containerfile builds, and its server starts as a user without rights, and its end leaves no process')
}

/** The processes that were started with this setting: a container's are in a file system of their own. */
function processesWith(setting: string): { id: number; command: string }[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        if (!readFileSync(`/proc/${name}/environ`, 'utf8').split('\0').includes(setting)) return []
        return [{ id: Number(name), command: readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ') }]
      } catch {
        // A process that has ended meanwhile, or one of the kernel's.
        return []
      }
    })
}

async function proveOn(machine: Machine, port: number): Promise<void> {
  const isReady = () => isReadyAt(port)
  const property = (name: string) => machine.run(`systemctl show ajose --property=${name} --value`).trim()
  const processes = () => machine.try('pgrep --uid ajose').stdout.trim()

  const told = machine.run('dpkg --install /root/old.deb')
  assert.match(told, /Set PUBLIC_URL and BACKUP_URL in \/etc\/ajose\.env/)
  assert.equal(property('ActiveState'), 'inactive')
  assert.equal(machine.run('stat --format=%a:%U /etc/ajose.env /var/lib/ajose'), '600:root\n700:ajose\n')
  say('installed on a bare Debian, with settings that root alone may read and secrets of its own, and not started')

  machine.try('systemctl start ajose')
  await until('the start without settings failed', () => Number(property('NRestarts')) > 0)
  machine.run('systemctl stop ajose')
  assert.match(machine.run('journalctl --unit ajose'), /Set PUBLIC_URL to the address that people use/)
  say('a start without settings says in the journal which are missing')

  // A disk of its own: one that the database is on too is refused.
  machine.run('mkdir --parents /mnt/backup')
  machine.run('mount -t tmpfs backup /mnt/backup')
  machine.run('install -d -o ajose -g ajose /mnt/backup/ajose')
  const settings = machine.file('etc/ajose.env')
  const text = readFileSync(settings, 'utf8')
  writeFileSync(
    settings,
    text
      .replace(/^PUBLIC_URL=$/m, 'PUBLIC_URL=https://ajose.example')
      .replace(/^BACKUP_URL=$/m, 'BACKUP_URL=/mnt/backup/ajose')
      .replace(/^METRICS_PORT=.*$/m, `PORT=${port}`),
  )
  machine.run('systemctl enable --now ajose')
  await until('the server is ready', isReady)
  const [, password] = /superadmin \/ (\S+)/.exec(machine.run('journalctl --unit ajose')) ?? []
  assert(password, 'the first password of the super administrator is not in the journal')
  say('with them it starts as a service under its own user, and the journal has the first password')

  const logIn = await registerSociety(port)
  const before = await logIn()
  assert.deepEqual(before, [200, true])
  // The server makes its first one by itself meanwhile.
  await until('a backup can be made', () => machine.try('ajose backup').status === 0)
  assert.match(machine.run('ajose verify-books'), /The books hold|No cooperative has books here/)
  const doctor = machine.try('ajose doctor')
  console.log(doctor.stdout.replaceAll(/^/gm, '          '))
  const restored = machine.run('ajose restore --into /var/lib/ajose/restored')
  console.log(restored.replaceAll(/^/gm, '          '))
  machine.run('rm -r /var/lib/ajose/restored')
  say('a society registers; ajose backup, restore, verify-books and doctor work as root')

  const process = property('MainPID')
  machine.run('dpkg --install /root/next.deb')
  await until('the upgraded server is ready', isReady)
  assert.notEqual(property('MainPID'), process)
  assert.match(machine.run('dpkg-query --show ajose'), /\+2$/m)
  assert.deepEqual(await logIn(), before)
  assert.equal(readFileSync(settings, 'utf8').includes('PUBLIC_URL=https://ajose.example'), true)
  say('the next version takes its place, restarts it and keeps settings and data')

  machine.run(`kill -KILL ${property('MainPID')}`)
  await until('the killed server is back', async () => property('NRestarts') === '1' && (await isReady()))
  assert.deepEqual(await logIn(), before)
  say('systemd starts a killed server again, and it adopts its database')

  machine.run('systemctl stop ajose')
  assert.equal(processes(), '')
  say('a stop leaves no process')

  machine.run('systemctl start ajose')
  machine.run('dpkg --purge ajose')
  assert.equal(processes(), '')
  assert.equal(existsSync(machine.file('opt/ajose/platform')), false)
  machine.run('dpkg --install /root/next.deb && systemctl start ajose')
  await until('the server that was installed again is ready', isReady)
  assert.deepEqual(await logIn(), before)
  say('removed and purged, it leaves books and secrets, and works on with them when it is installed again')
}

const folder = mkdtempSync(join(tmpdir(), 'ajose-install-'))
try {
  await prove(folder)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
