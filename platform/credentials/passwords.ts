import { hash, verify } from '@node-rs/argon2'
import { FairQueue } from '#platform/limits/fair-queue.ts'
import { passwordCosts } from './password-costs.ts'

export type PasswordCost = keyof typeof passwordCosts

/** A comparison takes tens of milliseconds of a core: two at once leave the processor to those who are at work already. */
const comparisons = new FairQueue({ workingMax: 2, waitingMax: 40, lineMax: 12 })

/** Refuses: too_many_requests, overloaded. */
export async function hashPassword(password: string, cost: PasswordCost): Promise<string> {
  return comparisons.run(() => hash(password.normalize('NFC'), passwordCosts[cost]))
}

export async function passwordMatches(hashed: string, password: string): Promise<boolean> {
  return comparisons.run(() => verify(hashed, password.normalize('NFC')))
}

const decoys: Partial<Record<PasswordCost, Promise<string>>> = {}

/** Takes the time of a real comparison where there is no account, so that the clock does not tell. */
export async function passwordMatchesNothing(password: string, cost: PasswordCost): Promise<void> {
  decoys[cost] ??= hash('no account has this password', passwordCosts[cost])
  await passwordMatches(await decoys[cost], password)
}
