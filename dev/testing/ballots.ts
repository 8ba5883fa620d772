import { RSABSSA } from '@cloudflare/blindrsa-ts'

const suite = RSABSSA.SHA384.PSS.Randomized()
const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')

type OpenVote = { id: string; publicKey: string }
export type Ballot = { voteId: string; choices: number[]; serial: string; signature: string }
/** Good for one message without a name. */
export type Token = { serial: string; signature: string }

async function blind(publicKey: string, text: string) {
  const key = await crypto.subtle.importKey(
    'spki',
    Buffer.from(publicKey, 'base64url'),
    { name: 'RSA-PSS', hash: 'SHA-384' },
    true,
    ['verify'],
  )
  const message = suite.prepare(new TextEncoder().encode(text))
  const { blindedMsg, inv } = await suite.blind(key, message)
  return {
    blinded: base64(blindedMsg),
    unblind: async (signature: string): Promise<Token> => ({
      serial: base64(message.subarray(0, 32)),
      signature: base64(await suite.finalize(key, message, Buffer.from(signature, 'base64url'), inv)),
    }),
  }
}

/** What a voter's browser makes before it asks for the signature. */
export function blindBallot({ id, publicKey }: OpenVote, choices: readonly number[]) {
  return blind(publicKey, `ajose ballot 1\n${id}\n${choices.join(',')}`)
}

/** A signed ballot as a voter's browser makes it, once `sign` has had the blinded one signed with the member's session. */
export async function makeBallot(
  vote: OpenVote,
  choices: number[],
  sign: (blinded: string) => Promise<string>,
): Promise<Ballot> {
  const { blinded, unblind } = await blindBallot(vote, choices)
  return { voteId: vote.id, choices, ...(await unblind(await sign(blinded))) }
}

/** A member's tokens of the month, as a browser makes them; `sign` has them signed, or asks for the key alone. */
export async function makeTokens(
  sign: (blinded?: string[]) => Promise<{ cooperativeId: string; publicKey: string; signatures: string[] }>,
): Promise<Token[]> {
  const { cooperativeId, publicKey } = await sign()
  const made = await Promise.all(
    [1, 2, 3].map(() => blind(publicKey, `ajose message without a name 1\n${cooperativeId}`)),
  )
  const { signatures } = await sign(made.map(({ blinded }) => blinded))
  return Promise.all(made.map(({ unblind }, n) => unblind(signatures[n] ?? '')))
}

/** A token that no key signed. */
export function forgeToken(): Token {
  const random = (bytes: number) => base64(crypto.getRandomValues(new Uint8Array(bytes)))
  return { serial: random(32), signature: random(256) }
}

/** A ballot that no key signed. */
export function forgeBallot(voteId: string, choices: number[]): Ballot {
  return { voteId, choices, ...forgeToken() }
}
