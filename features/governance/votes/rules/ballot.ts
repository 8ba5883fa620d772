import { coopIdLetters, type VoteId } from '#core/ids.ts'

/** Bytes of a serial: the random beginning of the message that is signed (RFC 9474, RSABSSA-SHA384-PSS-Randomized). */
export const serialBytes = 32
/** Bits of the key pair that a secret vote has for itself. */
export const keyBits = 2048

/** The options of a resolution, in the order of its tally. They are stored and hashed as they are here. */
export const resolutionOptions = ['For', 'Against', 'Abstain'] as const

/** What a ballot says, behind its serial: the vote and the choice, so that a signature holds for this ballot alone. */
export function ballotText(voteId: VoteId, choices: readonly number[]): string {
  return `ajose ballot 1\n${voteId}\n${choices.join(',')}`
}

/** The receipt of a ballot from the SHA-256 of its serial: 16 letters in groups of four, such as 7K2M-9QAB-CDEF-GHJK. */
export function receiptFrom(hash: Uint8Array): string {
  const letters = [...hash.subarray(0, 16)].map((byte) => coopIdLetters[byte % coopIdLetters.length]).join('')
  return letters.replaceAll(/(.{4})(?=.)/g, '$1-')
}

export type ResultFacts = {
  id: VoteId
  wording: string
  options: readonly string[]
  isSecret: boolean
  majority: string
  tieRule: string
  eligible: number
  excluded: number
  issued: number
  tally: readonly number[]
  outcome: string
  /** Each member on the roll with why they may not vote, if so, in the order of their identifiers. */
  roll: readonly { memberId: string; exclusion: string | null }[]
  /** In the order of `key`, which is the serial in hexadecimal digits, or the voter of an open ballot. */
  ballots: readonly { key: string; choices: readonly number[]; signature: string }[]
}

/** The result as the text whose SHA-256 the officers confirm: a line for each fact and each ballot. */
export function resultText(result: ResultFacts): string {
  const { id, wording, options, isSecret, majority, tieRule, eligible, excluded, issued, tally, outcome } = result
  return [
    'ajose result 1',
    `vote ${id}`,
    `wording ${JSON.stringify(wording)}`,
    `options ${JSON.stringify(options)}`,
    `rules ${isSecret ? 'secret' : 'open'} ${majority} ${tieRule}`,
    `roll ${eligible} ${excluded}`,
    `issued ${issued}`,
    `tally ${tally.join(',')}`,
    `outcome ${outcome}`,
    ...result.roll.map(({ memberId, exclusion }) => `member ${memberId} ${exclusion ?? ''}`),
    ...result.ballots.map(({ key, choices, signature }) => `ballot ${key} ${choices.join(',')} ${signature}`),
  ].join('\n')
}
