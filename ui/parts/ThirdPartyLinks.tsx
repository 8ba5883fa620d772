import { useEffect, useState } from 'react'
import { getProviders } from '#features/access/login/own-login.ts'
import { call } from '#ui/api/call.ts'
import { buttonClass } from '#ui/Button.tsx'
import './ThirdPartyLinks.css'

type Provider = { name: string; isSandbox: boolean }

/** The other ways in that this server offers. They come after the page, which does not wait for the answer: so nothing is below them that would move. */
export function ThirdPartyLinks({
  purpose,
  kind = 'cooperative',
  keep = true,
  words,
}: {
  purpose: 'login' | 'signup' | 'link'
  kind?: 'cooperative' | 'member'
  keep?: boolean
  words: (name: string) => string
}) {
  const [providers, setProviders] = useState<Provider[]>([])
  useEffect(() => {
    const asked = new AbortController()
    // Without the answer the page is as it would be without such a provider.
    call(getProviders, {}, { signal: asked.signal }).then(setProviders, () => undefined)
    return () => asked.abort()
  }, [])
  if (providers.length === 0) return null
  return (
    <div className="third-party">
      {providers.map(({ name }) => (
        <a
          key={name}
          className={buttonClass()}
          href={`/api/auth/oidc/start?${new URLSearchParams({ purpose, kind, provider: name })}`}
          onClick={() => sessionStorage.setItem('keep_signed_in', keep ? '1' : '0')}
        >
          {words(name)}
        </a>
      ))}
    </div>
  )
}
