import { RSABSSA } from '@cloudflare/blindrsa-ts'

const suite = RSABSSA.SHA384.PSS.Randomized()
const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')

type OpenVote = { id: string; publicKey: string }
export type Ballot = { voteId: string; choices: number[]; serial: string; signature: string }

/** What a voter's browser makes before it asks for the signature. */
export async function blindBallot({ id, publicKey }: OpenVote, choices: readonly number[]) {
  const key = await crypto.subtle.importKey(
    'spki',
    Buffer.from(publicKey, 'base64url'),
    { name: 'RSA-PSS', hash: 'SHA-384' },
    true,
    ['verify'],
  )
  const message = suite.prepare(new TextEncoder().encode(`ajose ballot 1\n${id}\n${choices.join(',')}`))
  const { blindedMsg, inv } = await suite.blind(key, message)
  return { key, message, inv, blinded: base64(blindedMsg) }
}

/** A signed ballot as a voter's browser makes it, once `sign` has had the blinded one signed with the member's session. */
export async function makeBallot(
  vote: OpenVote,
  choices: number[],
  sign: (blinded: string) => Promise<string>,
): Promise<Ballot> {
  const { key, message, inv, blinded } = await blindBallot(vote, choices)
  const signature = await suite.finalize(key, message, Buffer.from(await sign(blinded), 'base64url'), inv)
  return { voteId: vote.id, choices, serial: base64(message.subarray(0, 32)), signature: base64(signature) }
}

/** A ballot without a right signature. */
export function forgeBallot(voteId: string, choices: number[]): Ballot {
  const random = (bytes: number) => base64(crypto.getRandomValues(new Uint8Array(bytes)))
  return { voteId, choices, serial: random(32), signature: random(256) }
}
