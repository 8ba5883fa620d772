const root = document.documentElement
const byId = (id: string) => document.getElementById(id) as HTMLElement

// A script that few visitors need comes when somebody touches what it serves.
const late = document.querySelector<HTMLElement>('[data-late]')
for (const touch of ['focusin', 'pointerdown'])
  late?.addEventListener(touch, () => void import(/* @vite-ignore */ late.dataset['late'] ?? ''), { once: true })

const far = () => {
  root.classList.toggle('far', scrollY > 300)
  root.classList.toggle('farther', scrollY > 500)
}
addEventListener('scroll', far, { passive: true })
// Asked at once, where the page stands would have it laid out in the middle of this script.
addEventListener('load', far)
document
  .querySelector('.floating__up')
  ?.addEventListener('click', () =>
    scrollTo({ top: 0, behavior: matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth' }),
  )

// One menu at a time: a click elsewhere or Escape closes the others.
const menus = document.querySelectorAll<HTMLDetailsElement>('.menu')
addEventListener('click', ({ target }) =>
  menus.forEach((menu) => (menu.open &&= menu.contains(target as Node) && !(target as Element).closest('a'))),
)
addEventListener('keydown', ({ key }) => {
  const open = [...menus].find((menu) => menu.open)
  if (key !== 'Escape' || !open) return
  open.open = false
  open.querySelector('summary')?.focus()
})

// The app can be installed from here. Its files wait until this page has come.
const worker = '/register.js'
setTimeout(() => import(/* @vite-ignore */ worker), 3000)

// From here on the browser's storage is asked, which some people have switched off: what is above works without it.

// The installed app has a home of its own. What is only remembered as installed is led there once, so that two pages
// that judge differently never send a visitor to and fro.
const isInstalled = matchMedia('(display-mode: standalone)').matches
const led = 'led_to_pwa'
// The width is asked last: it has the page laid out in the middle of this script.
if (
  location.pathname === '/' &&
  (isInstalled || (localStorage['isPWA'] === 'true' && !sessionStorage[led])) &&
  innerWidth < 1024
) {
  if (!isInstalled) sessionStorage[led] = '1'
  location.replace('/pwa')
}

const isDark = () =>
  (root.dataset['theme'] ?? (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light')) === 'dark'
const nameTheme = () => byId('theme').setAttribute('aria-label', isDark() ? 'Light theme' : 'Dark theme')
byId('theme').addEventListener('click', () => {
  localStorage['theme'] = root.dataset['theme'] = isDark() ? 'light' : 'dark'
  nameTheme()
})
nameTheme()

// The keys of the app's session (ui/session/session.ts), read here without its code; a browser test holds the two together.
type User = { name: string; role: string; cooperativeStatus: string | null }
// On its own: the first look into a tab's storage waits for the browser, and the page should not wait with it.
setTimeout(() => {
  const storage = [sessionStorage, localStorage].find((each) => each['auth_token'])
  let user: User | undefined
  try {
    user = JSON.parse(storage?.['user_data']) as User
  } catch {
    // No one is signed in, or what is kept is broken.
  }
  if (user?.role) {
    const account = byId('account')
    const put = (of: string, text: string) => account.querySelector(of)?.replaceChildren(text)
    const { name, role, cooperativeStatus } = user
    const area =
      ({ coop_admin: 'coop', member: 'member', superadmin: 'superadmin' } as Record<string, string>)[role] ?? 'member'
    account.querySelector('.avatar')?.setAttribute(
      'data-initials',
      name
        .split(/\s+/, 2)
        .map((word) => [...word][0] ?? '')
        .join('')
        .toUpperCase(),
    )
    put('.account__name', name)
    put(
      '.account__role',
      ({ coop_admin: 'Cooperative Admin', member: 'Member' } as Record<string, string>)[role] ?? role,
    )
    account
      .querySelector('a')
      ?.setAttribute('href', cooperativeStatus === 'pending' ? '/pending-verification' : `/${area}/dashboard`)
    account.querySelector('button')?.addEventListener('click', () => {
      const headers = {
        Authorization: `Bearer ${storage?.['auth_token']}`,
        'Idempotency-Key': `${Date.now()}-${Math.random()}`,
      }
      // Logged out here all the same; the token dies of age within 15 minutes.
      fetch('/api/cooperatives/logout', { method: 'POST', headers, keepalive: true }).catch(() => {})
      // Whatever the app left behind may be about money: only how this browser shows the site stays.
      indexedDB.deleteDatabase('ajose-offline')
      for (const each of [sessionStorage, localStorage])
        for (const key of Object.keys(each)) if (key !== 'theme' && key !== 'isPWA') each.removeItem(key)
      location.assign('/')
    })
    byId('doors').hidden = true
    account.hidden = false
  }
})
