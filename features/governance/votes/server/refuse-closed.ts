import { refuse } from '#core/refusal.ts'

/** For what goes into a vote that may close meanwhile, which the database sees under its lock. Refuses: vote_closed. */
export async function refuseClosed<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Error && 'constraint' in error && error.constraint === 'vote_is_open') refuse('vote_closed')
    throw error
  }
}
