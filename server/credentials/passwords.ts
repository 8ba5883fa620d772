import { hash, verify } from '@node-rs/argon2'
import { refuse } from '#domain/refusal.ts'
import { passwordCosts } from './password-costs.ts'

export type PasswordCost = keyof typeof passwordCosts

// An uncapped flood of logins would take the processor from everybody who is already at work.
const atOnceMax = 2
const waitingMax = 20
let running = 0
const waiting: (() => void)[] = []

export async function hashPassword(password: string, cost: PasswordCost): Promise<string> {
  return inTurn(() => hash(password.normalize('NFC'), passwordCosts[cost]))
}

export async function passwordMatches(hashed: string, password: string): Promise<boolean> {
  return inTurn(() => verify(hashed, password.normalize('NFC')))
}

const decoys: Partial<Record<PasswordCost, Promise<string>>> = {}

/** Takes the time of a real comparison where there is no account, so that the clock does not tell. */
export async function passwordMatchesNothing(password: string, cost: PasswordCost): Promise<void> {
  decoys[cost] ??= hash('no account has this password', passwordCosts[cost])
  await passwordMatches(await decoys[cost], password)
}

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running < atOnceMax) running += 1
  else {
    if (waiting.length >= waitingMax) refuse('overloaded')
    await new Promise<void>((resolve) => waiting.push(resolve))
  }
  try {
    return await work()
  } finally {
    // The place goes straight to the next in line, so that nobody slips in between.
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
}
