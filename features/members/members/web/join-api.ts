import { useEffect, useState } from 'react'
import { getJoinPage } from '#features/members/applications/join-pages.ts'
import type { Replied } from '#core/contract/endpoint.ts'
import { call } from '#ui/api/call.ts'

type Asked = { code: string; society?: Replied<typeof getJoinPage>; error?: Error }

/** What the page of that code says. Asked without the query library, which a page before login does not load. */
export function useJoinPage(code: string): Asked & { again: () => void } {
  const [asked, setAsked] = useState<Asked>({ code })
  const [tries, setTries] = useState(0)
  useEffect(() => {
    const leaving = new AbortController()
    call(getJoinPage, { code }, { signal: leaving.signal }).then(
      (society) => setAsked({ code, society }),
      (error: unknown) =>
        !leaving.signal.aborted && setAsked({ code, error: error instanceof Error ? error : new Error(String(error)) }),
    )
    return () => leaving.abort()
  }, [code, tries])
  return { ...(asked.code === code ? asked : { code }), again: () => setTries(tries + 1) }
}
