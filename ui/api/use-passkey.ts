import { useState } from 'react'
import type { Replied } from '#core/contract/endpoint.ts'
import type { challengeSecondStep } from '#features/access/login/second-factors.ts'
import { sentence } from './api-error.ts'
import { NoPasskey, signWithPasskey } from './passkeys.ts'

type Signed = Awaited<ReturnType<typeof signWithPasskey>>

/** A passkey in place of a code: asks the server what to sign, the browser to sign it, and hands it on. */
export function usePasskey(
  challenge: () => Promise<Replied<typeof challengeSecondStep>>,
  send: (passkey: Signed) => Promise<unknown>,
) {
  const [state, setState] = useState<{ isPending: boolean; problem?: string }>({ isPending: false })
  const use = async () => {
    setState({ isPending: true })
    try {
      await send(await signWithPasskey(await challenge()))
      setState({ isPending: false })
    } catch (error) {
      setState({ isPending: false, problem: error instanceof NoPasskey ? error.message : sentence(error) })
    }
  }
  return { ...state, use: () => void use() }
}
