import { renderToStaticMarkup } from 'react-dom/server'
import { support } from '#core/support.ts'
import { Check } from './Check.tsx'
import { Consent } from './Consent.tsx'
import { Contact } from './Contact.tsx'
import { Features } from './Features.tsx'
import type { Assets } from './Frame.tsx'
import { Integrations } from './Integrations.tsx'
import { Landing } from './Landing.tsx'
import { Privacy } from './Privacy.tsx'
import { Security } from './Security.tsx'
import { Terms } from './Terms.tsx'

const pages = {
  index: Landing,
  features: Features,
  integrations: Integrations,
  contact: Contact,
  terms: Terms,
  privacy: Privacy,
  security: Security,
  check: Check,
  consent: Consent,
}

/** Every public page as a file of the built web app. The build runs this; no browser does. */
export function renderPages(assets: Assets, today: Date): { fileName: string; source: string }[] {
  const documents = Object.entries(pages).map(([name, Page]) => ({
    fileName: `${name}.html`,
    source: `<!doctype html>${renderToStaticMarkup(<Page assets={assets} />)}`,
  }))
  return [...documents, { fileName: '.well-known/security.txt', source: securityText(today) }]
}

/** RFC 9116 wants a day on which this stops being true; each build moves it half a year on. */
function securityText(today: Date): string {
  const expires = new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + 6, 1))
  return [
    `Contact: mailto:${support.email}`,
    `Expires: ${expires.toISOString()}`,
    'Preferred-Languages: en',
    'Policy: /security',
    '',
  ].join('\n')
}
