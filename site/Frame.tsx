import type { ReactNode } from 'react'
import { support } from '#core/support.ts'
import { Icon, LogoMark } from './drawings.tsx'

/** Where the build put what the pages ask for. */
export type Assets = {
  style: (name: string) => string
  script: (name: string) => string
  file: (name: string) => string
}

export type PageProps = { assets: Assets }

type FrameProps = PageProps & {
  path: string
  title: string
  description: string
  /** Style sheets and scripts that this page needs besides those of every page. */
  styles?: readonly string[]
  scripts?: readonly string[]
  structuredData?: object
  /** Shows what concerns one person: no script but its own runs on it, and search engines don't index it. */
  still?: boolean
  children: ReactNode
}

/** The whole document of a public page. */
export function Frame({
  assets,
  path,
  title,
  description,
  styles = [],
  scripts = [],
  structuredData,
  still = false,
  children,
}: FrameProps) {
  const css = ['site', ...styles].map((name) => assets.style(name)).join('')
  return (
    <html lang="en-NG">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <title>{title}</title>
        <meta name="description" content={description} />
        <meta name="theme-color" content="#14213d" />
        {still ? (
          <>
            <meta name="robots" content="noindex, nofollow" />
            <meta name="referrer" content="no-referrer" />
          </>
        ) : (
          <>
            <meta property="og:title" content={title} />
            <meta property="og:description" content={description} />
            <meta property="og:type" content="website" />
          </>
        )}
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        {!still && (
          <>
            <link rel="manifest" href="/manifest.webmanifest" />
            <link rel="apple-touch-icon" href="/icons/apple-180.png" />
          </>
        )}
        {['inter.woff2', 'bricolage.woff2'].map((font) => (
          <link key={font} rel="preload" href={assets.file(font)} as="font" type="font/woff2" crossOrigin="anonymous" />
        ))}
        {!still && <script src="/theme.js" />}
        <style>{css}</style>
        {[...(still ? [] : ['enhance']), ...scripts].map((name) => (
          <script key={name} type="module" src={assets.script(name)} />
        ))}
        {structuredData && <script type="application/ld+json">{JSON.stringify(structuredData)}</script>}
      </head>
      <body>
        <a className="skip" href="#content">
          Skip to content
        </a>
        <Bar path={path} still={still} />
        <main id="content" tabIndex={-1}>
          {children}
        </main>
        <Foot />
        {!still && <FloatingButtons />}
      </body>
    </html>
  )
}

const places = [
  ['/features', 'Features'],
  ['/#how-it-works', 'How it works'],
  ['/integrations', 'Integrations'],
  ['/contact', 'Contact'],
] as const

function Places({ path }: { path: string }) {
  return places.map(([href, name]) => (
    <a key={href} href={href} {...(href === path && { 'aria-current': 'page' as const })}>
      {name}
    </a>
  ))
}

function Bar({ path, still }: { path: string; still: boolean }) {
  return (
    <header className="bar inside">
      <a className="brand" href="/">
        <LogoMark />
        Ajose
      </a>
      <nav className="bar__places" aria-label="Main">
        <Places path={path} />
      </nav>
      <div className="bar__end">
        {!still && (
          <>
            <button type="button" className="round needs-script" id="theme" aria-label="Change theme">
              <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
                <path className="in-light" d="M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5z" />
                <path
                  className="in-dark"
                  d="M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 2v2M12 20v2M2 12h2M20 12h2M5 5l1.4 1.4M17.6 17.6L19 19M5 19l1.4-1.4M17.6 6.4L19 5"
                />
              </svg>
            </button>
            <div className="bar__doors" id="doors">
              <a className="bar__login" href="/login">
                Login
              </a>
              <a className="button button--primary" href="/signup">
                Sign Up
              </a>
            </div>
            <details className="menu account" id="account" hidden>
              <summary aria-label="Your account">
                <span className="avatar" aria-hidden="true" />
              </summary>
              <div className="menu__sheet">
                <p>
                  <strong className="account__name" />
                  <span className="account__role" />
                </p>
                <a className="account__home" href="/coop/dashboard">
                  Dashboard
                </a>
                <button type="button" className="account__out">
                  Logout
                </button>
              </div>
            </details>
          </>
        )}
        <details className="menu places">
          <summary className="round" aria-label="Menu">
            <Icon name="menu" />
          </summary>
          <nav className="menu__sheet" aria-label="Main, small screen">
            <Places path={path} />
          </nav>
        </details>
      </div>
    </header>
  )
}

function Foot() {
  return (
    <footer className="foot">
      <div className="inside foot__columns">
        <div>
          <a className="brand" href="/">
            <LogoMark />
            Ajose
          </a>
          <p>
            From Yoruba <i lang="yo">àjọṣe</i>: doing a thing together. Made for Nigerian cooperative societies.
          </p>
        </div>
        <nav aria-label="Product">
          <h2>Product</h2>
          <a href="/#features">Features</a>
          <a href="/#integrations">Integrations</a>
          <a href="/features">Features in detail</a>
          <a href="/integrations">All integrations</a>
        </nav>
        <nav aria-label="Account">
          <h2>Account</h2>
          <a href="/signup">Sign Up</a>
          <a href="/login">Login</a>
          <a href="/member-login">Member Login</a>
        </nav>
        <nav aria-label="About us">
          <h2>About us</h2>
          <a href="/contact">Contact</a>
          <a href="/terms">Terms</a>
          <a href="/privacy">Privacy</a>
          <a href="/security">Security</a>
        </nav>
      </div>
    </footer>
  )
}

export const whatsappHref = `https://wa.me/${support.phone.slice(1)}`

function FloatingButtons() {
  return (
    <div className="floating needs-script">
      <details className="menu floating__contact">
        <summary className="button button--primary">
          <Icon name="chat" />
          Contact us
        </summary>
        <div className="menu__sheet">
          <a href={whatsappHref}>
            <Icon name="chat" />
            WhatsApp
          </a>
          <a href={`tel:${support.phone}`}>
            <Icon name="call" />
            Call
          </a>
          <a href={`mailto:${support.email}`}>
            <Icon name="email" />
            Email
          </a>
        </div>
      </details>
      <button type="button" className="round floating__up" aria-label="Scroll to top">
        <Icon name="up" />
      </button>
    </div>
  )
}

/** A dark band of adire cloth that opens every page but the first. */
export function Opening({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="opening adire adire--dark">
      <div className="inside">
        <h1>{title}</h1>
        <p>{children}</p>
      </div>
    </div>
  )
}

export function Closing() {
  return (
    <section className="closing">
      <div className="inside">
        <h2>Bring your register. Leave with your books.</h2>
        <p>Free for 30 days, set up in under 5 minutes, no credit card required.</p>
        <a className="button button--primary" href="/signup">
          Create Account
        </a>
      </div>
    </section>
  )
}

export function Planned() {
  return <span className="soon">Planned</span>
}
