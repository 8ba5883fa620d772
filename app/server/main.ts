import closeWithGrace from 'close-with-grace'
import { CannotStart } from '#platform/cannot-start.ts'
import { damageIn } from '#platform/db/damage.ts'
import { readConfig, unknownSettings } from '#platform/config.ts'
import { whenNpmIsGone } from './npm-parent.ts'
import { start, type Started } from './start.ts'

const tell = (line: string) => console.log(line)

async function main(): Promise<void> {
  const config = readConfig(process.env)
  for (const name of unknownSettings(process.env))
    tell(`Warning: ${name} is no setting of Ajose and does nothing. docs/settings.md lists them all.`)
  const starting = start(config, tell)
  // Listened for from the beginning: a signal in the middle of the start is obeyed when there is something whole to take
  // down. A second signal, or a drain longer than this, ends the process at once. A start that failed ends by itself, as a failure.
  const ending = closeWithGrace(
    { delay: 20_000 + config.DRAIN_SECONDS * 1000, logger: false, skip: ['beforeExit'] },
    async ({ err }) => {
      stopWatching()
      if (err) console.error(err)
      const started = await starting.catch(() => undefined)
      await started?.stop()
    },
  )
  const stopWatching = whenNpmIsGone(() => ending.close())
  announce(await starting)
}

function announce({ url, superAdmin, sample }: Started): void {
  tell(`Ajose is ready at ${url}`)
  if (sample) {
    tell('Sample logins:')
    tell(`  Cooperative  ${url}/login         ${sample.cooperative.coopId} / ${sample.cooperative.password}`)
    tell(`  Secretary    ${url}/member-login  ${sample.officer.phone} / ${sample.officer.password}`)
    tell(`  Member       ${url}/member-login  ${sample.member.phone} / ${sample.member.password}`)
  }
  if (superAdmin)
    tell(
      `  Super admin  ${url}/super-admin/login  ${superAdmin.username} / the password ${superAdmin.password === undefined ? 'of SUPERADMIN_PASSWORD' : 'above'}`,
    )
}

main().catch((error: unknown) => {
  // What the person at the keyboard can do something about is one sentence; the rest is a bug and shows where.
  const cause = damageIn(error) ?? error
  console.error(cause instanceof CannotStart ? cause.message : error)
  process.exitCode = 1
})
